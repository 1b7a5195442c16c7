import type { Formats, Moment } from '@redoubt/i18n';
import type { TimeWindow } from './time-range.ts';

const DAY_MS = 86_400_000;

export type SearchTimes = {
  /** A row's moment, as short as the window allows. */
  readonly row: (at: Moment) => string;
  readonly rowWidthPx: number;
  readonly tick: (atMs: number) => string;
  readonly bucket: (fromMs: number, toMs: number) => string;
  /** "30 minutes" */
  readonly length: (ms: number) => string;
};

const UNITS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** How times are written in a result: seconds always, the date only where the window needs it. */
export const searchTimes = (formats: Formats, window: TimeWindow): SearchTimes => {
  const fromMs = Date.parse(window.from);
  const toMs = Date.parse(window.to);
  const zone = formats.timeZone === 'utc' ? { timeZone: 'UTC' } : {};
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(formats.language, { ...options, ...zone });
  const day = format({ year: 'numeric', month: 'numeric', day: 'numeric' });
  const oneDay = day.format(fromMs) === day.format(toMs - 1);
  const shortSpan = toMs - fromMs <= 6 * DAY_MS;
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const weekday = format({ weekday: 'short', ...clock, second: '2-digit' });
  const tickDay = format(toMs - fromMs <= 7 * DAY_MS ? { weekday: 'short' } : { month: 'short', day: 'numeric' });
  const tickMonth = format({ month: 'short', year: 'numeric' });
  // Not shown: tells midnight in every language and zone.
  const hour24 = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const bucketDay = format({ month: 'short', day: 'numeric', year: 'numeric' });
  const bucketMoment = format({ weekday: 'short', month: 'short', day: 'numeric', ...clock });
  const time = format(clock);

  return {
    row: (at) => (oneDay ? formats.time(at) : shortSpan ? weekday.format(new Date(at)) : formats.dateTime(at)),
    rowWidthPx: oneDay ? 100 : shortSpan ? 132 : 184,
    tick: (atMs) => {
      if (toMs - fromMs > 150 * DAY_MS) return tickMonth.format(atMs);
      const isMidnight = hour24.format(atMs).startsWith('00:00');
      return isMidnight || toMs - fromMs > 4 * DAY_MS ? tickDay.format(atMs) : time.format(atMs);
    },
    bucket: (from, to) =>
      to - from >= DAY_MS
        ? to - from > DAY_MS
          ? bucketDay.formatRange(from, to - 1)
          : bucketDay.format(from)
        : `${bucketMoment.format(from)} – ${time.format(to)}`,
    length: (ms) => {
      const [unit, size] = UNITS.find(([, each]) => ms >= each && ms % each === 0) ?? ['second', 1000];
      return new Intl.NumberFormat(formats.language, { style: 'unit', unit, unitDisplay: 'long' }).format(ms / size);
    },
  };
};
