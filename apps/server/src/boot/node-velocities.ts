import {
  answerReadings,
  startSharedVelocities,
  startVelocities,
  type HashingKey,
  type ThreadReadings,
  type VelocityStatistics,
  type VelocityValues,
} from '@redoubt/services';
import type { Database, Log } from '@redoubt/storage';
import type { Metrics } from '../operate/metrics.ts';
import { degradedReasonsOf, observeOwnVelocities, observeSharedVelocities } from '../operate/velocity-metrics.ts';
import type { Settings } from './settings/settings.ts';

/** The velocities of this node, wherever they are kept. */
export type NodeVelocities = {
  readonly runtime: VelocityValues;
  /** How full the store of this process is; absent where velocities are in Redis. */
  readonly statistics?: () => VelocityStatistics;
  /** For threads of this process; absent where there are none. */
  readonly readings?: ThreadReadings | undefined;
  /** What an operator should know although decisions go on. */
  readonly degradedReasons: () => readonly string[];
  readonly close: () => Promise<void>;
};

const BYTES_PER_MB = 2 ** 20;

const startShared = async (
  database: Database,
  log: Pick<Log, 'onCommitted'>,
  settings: Settings & { readonly REDIS_URL: string },
  installationKey: HashingKey,
  metrics: Metrics,
): Promise<NodeVelocities> => {
  const shared = await startSharedVelocities(database, log, {
    installationKey,
    url: settings.REDIS_URL,
    readTimeoutMs: settings.REDIS_TIMEOUT_MS,
  });
  observeSharedVelocities(metrics, shared.statistics);
  return {
    runtime: shared.runtime,
    degradedReasons: () => degradedReasonsOf(shared.statistics()),
    close: shared.close,
  };
};

/** In Redis where `REDIS_URL` names one, else in this process. @throws `BootError` where Redis cannot be used. */
export const startNodeVelocities = async (
  database: Database,
  log: Pick<Log, 'onCommitted'>,
  settings: Settings,
  installationKey: HashingKey,
  metrics: Metrics,
): Promise<NodeVelocities> => {
  const { REDIS_URL } = settings;
  if (REDIS_URL !== undefined) return startShared(database, log, { ...settings, REDIS_URL }, installationKey, metrics);
  const own = await startVelocities(database, log, {
    installationKey,
    maxBytes: settings.VELOCITY_MEMORY_MB * BYTES_PER_MB,
    snapshotEveryEvents: settings.VELOCITY_SNAPSHOT_EVENTS,
    isMapped: settings.ANSWERING_THREADS > 0,
  });
  observeOwnVelocities(metrics, own.statistics);
  const { runtime, store, mapped, statistics, close } = own;
  const readings: ThreadReadings | undefined = mapped && {
    attach: () => mapped.attach(),
    answer: (questions) => answerReadings(store, runtime.position(), questions),
  };
  return { runtime, statistics, readings, degradedReasons: () => [], close };
};
