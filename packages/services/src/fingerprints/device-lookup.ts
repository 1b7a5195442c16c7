import type { Id, JsonObject } from '@redoubt/kernel';
import { findDeviceSessions, hasDeviceSessions, type Database, type DeviceSession } from '@redoubt/storage';

/** A session as a decision uses it. */
export type FoundDevice = Pick<DeviceSession, 'sessionId' | 'speedMph'> & { readonly attributes: JsonObject };

/** Sessions of the fingerprint script for decisions. */
export type DeviceLookup = {
  /**
   * At once where the tenant uses no script; else after one question for all that wait. Nothing where it takes too long:
   * a decision does not wait for it.
   *
   * @param environmentIds the event's environment and those above; the nearest to the event counts.
   */
  readonly find: (
    tenantId: Id,
    environmentIds: readonly Id[],
    sessionId: string,
  ) => FoundDevice | undefined | Promise<FoundDevice | undefined>;
  /** Tells that a tenant has a session now. */
  readonly collected: (tenantId: Id) => void;
};

/** How long it is taken for granted that a tenant has no session yet; a session comes two seconds before its event. */
const NONE_FOR_MS = 1000;
const WAIT_MS = 250;

type Waiting = {
  readonly tenantId: Id;
  readonly environmentIds: readonly Id[];
  readonly sessionId: string;
  readonly resolve: (found: FoundDevice | undefined) => void;
};

/** @param monotonicMs of a clock that never jumps. */
export const createDeviceLookup = (database: Database, monotonicMs: () => number): DeviceLookup => {
  const using = new Set<Id>();
  const noneSeenAt = new Map<Id, number>();
  const checking = new Map<Id, Promise<boolean>>();
  let waiting: Waiting[] = [];
  let asking = false;

  const ask = async (): Promise<void> => {
    asking = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      // oxlint-disable-next-line eslint/no-await-in-loop -- one question at a time, for all that came meanwhile
      const found = await findDeviceSessions(database, asked).catch((error: unknown) => {
        database.log.warn({ err: error }, 'device sessions could not be read; decisions go on without them');
        return [];
      });
      for (const { tenantId, environmentIds, sessionId, resolve } of asked) {
        const mine = found.filter((session) => session.tenantId === tenantId && session.sessionId === sessionId);
        const nearest = environmentIds
          .flatMap((id) => mine.find(({ environmentId }) => environmentId === id) ?? [])
          .at(0);
        resolve(nearest);
      }
    }
    asking = false;
  };

  const look = (tenantId: Id, environmentIds: readonly Id[], sessionId: string): Promise<FoundDevice | undefined> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), WAIT_MS);
      waiting.push({
        tenantId,
        environmentIds,
        sessionId,
        resolve: (found) => {
          clearTimeout(timer);
          resolve(found);
        },
      });
      if (!asking) void ask();
    });

  const firstLook = async (tenantId: Id, environmentIds: readonly Id[], sessionId: string) => {
    const check = checking.get(tenantId) ?? hasDeviceSessions(database, tenantId).catch(() => false);
    checking.set(tenantId, check);
    const has = await check.finally(() => checking.delete(tenantId));
    if (!has) {
      noneSeenAt.set(tenantId, monotonicMs());
      return undefined;
    }
    using.add(tenantId);
    return look(tenantId, environmentIds, sessionId);
  };

  return {
    collected: (tenantId) => void using.add(tenantId),
    find: (tenantId, environmentIds, sessionId) => {
      if (using.has(tenantId)) return look(tenantId, environmentIds, sessionId);
      const seen = noneSeenAt.get(tenantId) ?? Number.NEGATIVE_INFINITY;
      if (monotonicMs() - seen < NONE_FOR_MS) return undefined;
      return firstLook(tenantId, environmentIds, sessionId);
    },
  };
};
