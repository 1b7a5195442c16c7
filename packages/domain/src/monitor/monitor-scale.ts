import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';

/** Spans a monitor looks back, in the order they are offered (`docs/reference/console.md#screens`). */
export const MONITOR_PERIODS = ['1h', '48h', '8d'] as const;
export type MonitorPeriod = (typeof MONITOR_PERIODS)[number];

export type MonitorScale = {
  readonly spanMs: number;
  /** Minutes a bar can stand for; the first where nothing is asked. */
  readonly steps: readonly [number, ...number[]];
};

export const MONITOR_SCALES: Readonly<Record<MonitorPeriod, MonitorScale>> = {
  '1h': { spanMs: HOUR_MS, steps: [1, 5] },
  '48h': { spanMs: 2 * DAY_MS, steps: [15, 60] },
  '8d': { spanMs: 8 * DAY_MS, steps: [60, 360, 1440] },
};

/**
 * Where the bars of a period begin and end: the last one holds `nowMs` and still fills. A step that is not offered is
 * the first.
 */
export const monitorBars = (
  period: MonitorPeriod,
  stepMinutes: number | undefined,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number; readonly stepMs: number } => {
  const { spanMs, steps } = MONITOR_SCALES[period];
  const stepMs = (steps.find((step) => step === stepMinutes) ?? steps[0]) * MINUTE_MS;
  const toMs = (Math.floor(nowMs / stepMs) + 1) * stepMs;
  return { fromMs: toMs - spanMs, toMs, stepMs };
};
