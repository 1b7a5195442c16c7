/** Ranges one can pick by name; all end now, but for yesterday. */
export const RANGE_PRESETS = ['1h', '4h', '24h', 'today', 'yesterday', '7d', '30d', '13mo'] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** A range as it stands in the address: a preset, or two moments as ISO 8601 in UTC. */
export type TimeRange =
  | { readonly kind: 'preset'; readonly preset: RangePreset }
  | { readonly kind: 'between'; readonly from: string; readonly to: string };

/** A range resolved at a moment: from inclusive, to exclusive. */
export type TimeWindow = { readonly from: string; readonly to: string };

export const DEFAULT_RANGE: TimeRange = { kind: 'preset', preset: '24h' };

/** The longest span a search may cover (`docs/reference/limits.md`). */
export const MAX_RANGE_MONTHS = 13;

export type RangeProblem = 'fromMissing' | 'toMissing' | 'fromAfterTo' | 'tooLong';

const HOUR_MS = 3_600_000;
const HOURS: Partial<Record<RangePreset, number>> = { '1h': 1, '4h': 4, '24h': 24, '7d': 168, '30d': 720 };

const midnight = (at: Date, zone: 'local' | 'utc', daysBack = 0): Date =>
  zone === 'utc'
    ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - daysBack))
    : new Date(at.getFullYear(), at.getMonth(), at.getDate() - daysBack);

const monthsBack = (at: Date, months: number): Date => {
  const there = new Date(at);
  there.setUTCMonth(there.getUTCMonth() - months);
  return there;
};

/** The moments a range means when asked at `nowMs`; days begin at the reader's midnight. */
export const resolveRange = (range: TimeRange, nowMs: number, zone: 'local' | 'utc' = 'local'): TimeWindow => {
  if (range.kind === 'between') return { from: range.from, to: range.to };
  const now = new Date(nowMs);
  const window = (from: Date, to: Date = now): TimeWindow => ({ from: from.toISOString(), to: to.toISOString() });
  const hours = HOURS[range.preset];
  if (hours !== undefined) return window(new Date(nowMs - hours * HOUR_MS));
  if (range.preset === 'yesterday') return window(midnight(now, zone, 1), midnight(now, zone));
  if (range.preset === 'today') return window(midnight(now, zone));
  return window(monthsBack(now, MAX_RANGE_MONTHS));
};

/** What is wrong with two moments as a range, if anything. */
export const rangeProblem = (from: string, to: string): RangeProblem | undefined => {
  const fromMs = Date.parse(from);
  const toMs = Date.parse(to);
  if (Number.isNaN(fromMs)) return 'fromMissing';
  if (Number.isNaN(toMs)) return 'toMissing';
  if (fromMs >= toMs) return 'fromAfterTo';
  return fromMs < monthsBack(new Date(toMs), MAX_RANGE_MONTHS).getTime() ? 'tooLong' : undefined;
};

const isPreset = (text: string): text is RangePreset => (RANGE_PRESETS as readonly string[]).includes(text);

/** `24h`, or `2018-04-01T00:00:00.000Z..2018-05-01T00:00:00.000Z`. */
export const formatRange = (range: TimeRange): string =>
  range.kind === 'preset' ? range.preset : `${range.from}..${range.to}`;

/** The range an address names; the default where it names none that can be used. */
export const parseRange = (text: string | undefined): TimeRange => {
  if (text === undefined) return DEFAULT_RANGE;
  if (isPreset(text)) return { kind: 'preset', preset: text };
  const [from = '', to = ''] = text.split('..');
  return rangeProblem(from, to)
    ? DEFAULT_RANGE
    : { kind: 'between', from: new Date(from).toISOString(), to: new Date(to).toISOString() };
};

/** The next longer preset, offered where a range holds nothing. */
export const widerRange = (range: TimeRange): TimeRange | undefined => {
  if (range.kind === 'between') return undefined;
  const ladder: readonly RangePreset[] = ['1h', '4h', '24h', '7d', '30d', '13mo'];
  const at = ladder.indexOf(range.preset === 'today' || range.preset === 'yesterday' ? '24h' : range.preset);
  const next = ladder[at + 1];
  return next === undefined ? undefined : { kind: 'preset', preset: next };
};
