import { useFormats, useText } from '@redoubt/i18n';
import { summarise } from './summary.ts';
import type { FollowedBacktest } from './use-backtest.ts';

/** What the newest backtest of exactly this text says, in one line, for the moment before publishing. */
export const BacktestNote = ({ backtest: run }: { readonly backtest: FollowedBacktest }) => {
  const text = useText('backtests');
  const formats = useFormats();
  const { backtest } = run;
  if (backtest === undefined) return null;
  if (run.isRunning) return <>{text('note.running')}</>;
  if (!backtest?.result || !run.isCurrent) return <>{text('note.none')}</>;
  const { changed, newlyRejected } = summarise(backtest.result);
  if (changed === 0) return <>{text('note.same')}</>;
  const rejected = newlyRejected.events > 0 ? [text('note.rejected', { count: newlyRejected.events })] : [];
  return <>{formats.list([text('note.changed', { count: changed }), ...rejected])}</>;
};
