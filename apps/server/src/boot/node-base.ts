import type { Database } from '@redoubt/storage';
import type { Metrics } from '../operate/metrics.ts';
import type { Readiness } from '../operate/readiness.ts';
import type { NodeKeys } from '@redoubt/services';
import type { ServerOptions } from './settings/server-options.ts';
import type { Shutdown } from './shutdown.ts';

/** What every part of a node is started with. */
export type NodeBase = {
  readonly options: ServerOptions;
  readonly database: Database;
  readonly keys: NodeKeys;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly shutdown: Shutdown;
};
