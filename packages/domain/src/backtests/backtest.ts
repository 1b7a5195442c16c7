/**
 * What a backtest compares with: the rules published now, each event decided by them as of its time; or the decisions
 * that were made, the tried rule being the only difference to the plan that made them.
 */
export const BACKTEST_BASELINES = ['today', 'recorded'] as const;
export type BacktestBaseline = (typeof BACKTEST_BASELINES)[number];

export const BACKTEST_STATUSES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number];

/**
 * What a backtest may not know of the time of an event: a list or a velocity that was not there yet, an external call or
 * a fact that was not asked for, the plan that decided it (by its id), or the moment its velocities were read at.
 */
export const BACKTEST_UNKNOWNS = ['list', 'velocity', 'call', 'fact', 'data', 'plan', 'moment'] as const;
