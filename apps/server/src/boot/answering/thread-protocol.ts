import type { IncomingEvent, LimitedCaller, StoreMapping, TenantKeys } from '@redoubt/services';
import type { PostgresServer } from '@redoubt/storage';
import type { Metrics } from '../../operate/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import type { InnerAddress } from './forwarding.ts';

/** What an answering thread is started with. */
export type ThreadStart = {
  readonly number: number;
  readonly settings: Settings;
  readonly server: PostgresServer;
  /** As the process read them: every thread hashes alike, also one that starts later. */
  readonly hashing: TenantKeys;
  /** Where velocities are counted. */
  readonly velocities: StoreMapping | undefined;
  readonly inner: InnerAddress;
};

/** An event that a thread leaves to the main thread; the environment is looked up there. */
export type LeftEvent = Omit<IncomingEvent, 'environment' | 'nesting'> & { readonly environmentId: string };

export type LeftAnswer = { readonly answerText: string; readonly isRepeat: boolean };

/** One call that takes from a limit of the whole node. */
export type LimitedCall = { readonly caller: LimitedCaller; readonly nowMs: number };

type CountedName = 'publicCall' | 'decision' | 'action';

/** A call of `Metrics`, for the counters of the whole process. */
export type CountedCall = { [Name in CountedName]: readonly [Name, ...Parameters<Metrics[Name]>] }[CountedName];
