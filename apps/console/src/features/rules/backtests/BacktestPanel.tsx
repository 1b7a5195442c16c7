import { Select } from '@fluentui/react-components';
import { DismissRegular, PlayRegular, StopRegular } from '@fluentui/react-icons';
import { BACKTEST_BASELINES, type BacktestBaseline } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, joinClasses, UNKNOWN_FAILURE, useFailureText } from '@redoubt/ui';
import { useState } from 'react';
import { BacktestOutcome } from './BacktestOutcome.tsx';
import styles from './backtests.module.css';
import { DEFAULT_PERIOD, isPeriod, PERIODS } from './period.ts';
import type { FollowedBacktest } from './use-backtest.ts';

export type BacktestPanelProps = {
  readonly backtest: FollowedBacktest;
  readonly canRun: boolean;
  /** Why the text cannot be tried now, in words; null where it can. */
  readonly blocked: string | null;
  /** Whether a whole branch is tried; a text otherwise. */
  readonly ofBranch?: boolean;
  /** Absent where the panel is part of a page. */
  readonly onClose?: () => void;
};

/** Tries a text, or a branch, on stored events and shows what it would have changed. */
export const BacktestPanel = ({ backtest: run, canRun, blocked, ofBranch = false, onClose }: BacktestPanelProps) => {
  const text = useText('backtests');
  const common = useText('common');
  const [period, setPeriod] = useState(DEFAULT_PERIOD);
  const [baseline, setBaseline] = useState<BacktestBaseline>('today');
  const { backtest } = run;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    <section className={joinClasses(styles.panel, ofBranch && styles.inPage)} aria-label={text('title')} tabIndex={0}>
      <div className={styles.head}>
        <h2 className="flex-none fs-13">{text('title')}</h2>
        {canRun ? (
          <>
            <Select
              size="small"
              className={styles.period ?? ''}
              aria-label={text('period.label')}
              value={period}
              onChange={(_event, { value }) => {
                if (isPeriod(value)) setPeriod(value);
              }}
            >
              {PERIODS.map((each) => (
                <option key={each} value={each}>
                  {text(`period.${each}`)}
                </option>
              ))}
            </Select>
            <Select
              size="small"
              className={styles.period ?? ''}
              aria-label={text('baseline.label')}
              value={baseline}
              onChange={(_event, { value }) => setBaseline(value === 'recorded' ? 'recorded' : 'today')}
            >
              {BACKTEST_BASELINES.map((each) => (
                <option key={each} value={each}>
                  {`${text('baseline.label')} ${text(`baseline.${each}`)}`}
                </option>
              ))}
            </Select>
            {run.isRunning ? (
              <CommandButton
                appearance="outline"
                command={{ id: 'cancel', text: common('action.cancel'), icon: StopRegular, onSelect: run.cancel }}
              />
            ) : (
              <CommandButton
                appearance="outline"
                command={{
                  id: 'run',
                  text: text('run'),
                  icon: PlayRegular,
                  onSelect: run.starting ? undefined : () => run.start(period, baseline),
                  disabledReason: blocked ?? undefined,
                }}
              />
            )}
          </>
        ) : null}
        <span className={styles.scope}>{backtest ? <Scope run={run} ofBranch={ofBranch} /> : null}</span>
        {onClose === undefined ? null : (
          <CommandButton
            command={{ id: 'close', text: common('action.close'), icon: DismissRegular, onSelect: onClose }}
          />
        )}
      </div>
      {run.error ? <ErrorState compact error={run.error} onRetry={run.retry} /> : null}
      {backtest === null ? <p className={styles.hint}>{text(ofBranch ? 'branch.none' : 'none')}</p> : null}
      {backtest ? <Body run={run} ofBranch={ofBranch} /> : null}
    </section>
  );
};

type BodyProps = { readonly run: FollowedBacktest; readonly ofBranch: boolean };

/** Period, who asked for it and whether what was tried has moved on since. */
const Scope = ({ run, ofBranch }: BodyProps) => {
  const text = useText('backtests');
  const formats = useFormats();
  const { backtest } = run;
  if (!backtest) return null;
  const fromStart = Date.parse(backtest.from) === 0;
  return (
    <>
      {text(`scope.${backtest.baseline}`)}
      {' · '}
      {fromStart
        ? text('scope.until', { to: formats.dateTime(backtest.to) })
        : text('scope.between', { from: formats.dateTime(backtest.from), to: formats.dateTime(backtest.to) })}
      {' · '}
      {text('scope.by', { by: backtest.started.by })}
      {run.isCurrent ? null : (
        <b className="ml-2 review-text">{text(ofBranch ? 'branch.outdated' : 'scope.outdated')}</b>
      )}
    </>
  );
};

const Body = ({ run, ofBranch }: BodyProps) => {
  const text = useText('backtests');
  const formats = useFormats();
  const failureText = useFailureText();
  const { backtest } = run;
  if (!backtest) return null;
  if (run.isRunning) {
    const { eventsDone, eventsTotal } = backtest;
    return (
      <div className={styles.progress} role="status">
        <progress value={eventsDone} max={Math.max(1, eventsTotal)} aria-label={text('title')} />
        <span>
          {backtest.status === 'waiting'
            ? text('waiting')
            : text('progress', { done: formats.number(eventsDone), count: eventsTotal })}
        </span>
      </div>
    );
  }
  if (backtest.status === 'cancelled') return <p className={styles.hint}>{text('cancelled')}</p>;
  if (backtest.result === null) {
    return (
      <p className="pt-1 pb-2 reject-text" role="alert">
        {failureText({ code: backtest.problem ?? UNKNOWN_FAILURE })}
      </p>
    );
  }
  if (backtest.result.events === 0 && backtest.result.unknown.length === 0)
    return <p className={styles.hint}>{text('empty')}</p>;
  return (
    <BacktestOutcome key={backtest.id} result={backtest.result} baseline={backtest.baseline} ofBranch={ofBranch} />
  );
};
