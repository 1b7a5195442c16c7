import { DAY_MS } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import type { BacktestRequest } from '../backtests/prepare-backtest.ts';
import { runBacktest, type RunBacktestOptions } from '../backtests/run-backtest.ts';
import { INSTALLATION_KEY } from './merchant.ts';
import type { Scene } from './scene.ts';

/** What a test says of its backtest; the rest is every purchase that the root has seen, decided as of today. */
type TriedRule = Pick<BacktestRequest, 'text'> & Partial<BacktestRequest>;

/** Runs a backtest over the whole history of a scene. */
export const tryOnHistory = (
  database: Database,
  scene: Scene,
  rule: TriedRule,
  place: Pick<RunBacktestOptions, 'data'> = {},
) =>
  runBacktest({
    ...place,
    database,
    clock: scene.clock,
    tenantId: scene.tenantId,
    installationKey: INSTALLATION_KEY,
    request: {
      environmentId: scene.idOf('Root'),
      assessment: 'purchase',
      ruleId: null,
      ruleName: 'Tried',
      baseline: 'today',
      from: new Date(0),
      to: new Date(scene.clock.now() + DAY_MS),
      ...rule,
    },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
