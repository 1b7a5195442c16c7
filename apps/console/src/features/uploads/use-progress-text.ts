import { useFormats, useText } from '@redoubt/i18n';
import { timeLeft } from '../../shared/velocities/time-left.ts';

/** Says how long something still takes: "about 3 minutes left". */
export const useTimeLeftText = (): ((seconds: number | null) => string | null) => {
  const counts = useText('backfills');
  return (seconds) => {
    if (seconds === null) return null;
    const { unit, count } = timeLeft(seconds);
    return counts(unit, { count });
  };
};

/** A share of a whole in per cent; nothing of nothing is nothing. */
export const useShareText = (): ((done: number, total: number) => string) => {
  const formats = useFormats();
  return (done, total) => formats.percent(total === 0 ? 0 : Math.min(100, (100 * done) / total), 0);
};
