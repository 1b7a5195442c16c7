/** When a person is not to be mailed; critical notices are mailed even then. */
export type QuietHours = {
  /** Hours of the day, 0 to 23: from the beginning of the one to that of the other, over midnight too. Equal ones: none. */
  readonly from: number;
  readonly to: number;
  /** Saturday and Sunday as a whole. */
  readonly weekends: boolean;
  /** IANA name. */
  readonly timeZone: string;
};

const WEEKEND: ReadonlySet<string> = new Set(['Sat', 'Sun']);

/** Whether a moment is within quiet hours, by the clocks of their time zone. */
export const isQuiet = ({ from, to, weekends, timeZone }: QuietHours, atMs: number): boolean => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    weekday: 'short',
    hour: 'numeric',
  });
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  if (weekends && WEEKEND.has(parts.get('weekday') ?? '')) return true;
  const hour = Number(parts.get('hour'));
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
};
