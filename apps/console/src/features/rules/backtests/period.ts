/** Periods one can pick; the last one goes back to the first event there is. */
export const PERIODS = ['24h', '7d', '30d', '90d', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export const DEFAULT_PERIOD: Period = '30d';

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<Exclude<Period, 'all'>, number>> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 };

export const isPeriod = (text: string): text is Period => (PERIODS as readonly string[]).includes(text);

/** The moments a period means when asked at `nowMs`: from inclusive, to exclusive. */
export const resolvePeriod = (period: Period, nowMs: number): { readonly from: string; readonly to: string } => ({
  from: new Date(period === 'all' ? 0 : nowMs - HOURS[period] * HOUR_MS).toISOString(),
  to: new Date(nowMs).toISOString(),
});
