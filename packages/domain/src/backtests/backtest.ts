/**
 * What a backtest compares with: the rules published now, each event decided by them as of its time; or the decisions
 * that were made, the tried rule being the only difference to the plan that made them.
 */
export const BACKTEST_BASELINES = ['today', 'recorded'] as const;
export type BacktestBaseline = (typeof BACKTEST_BASELINES)[number];

export const BACKTEST_STATUSES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number];
