import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { BootError } from '../boot-error.ts';
import { tryHoldLock, type LockShare } from './session-lock.ts';

/** Held while a node decides; lets another one begin when it is released or its process ends. */
type DecisionClaim = { readonly release: () => Promise<void> };

/** A predecessor that was killed may still be on its way out. */
const PATIENCE_MS = 3000;
const RETRY_MS = 200;

/** Whether a node decides alone, with velocities of its own, or with others that share theirs. */
type DecisionShare = LockShare;

const SENTENCES: Readonly<Record<DecisionShare, string>> = {
  alone:
    'Another node decides events on this database already, and this one could not share its velocities; set REDIS_URL on every node that decides, or start this one with REDOUBT_ROLES=console,projectors.',
  shared:
    'Another node decides events on this database already, and without REDIS_URL it does not share its velocities; set REDIS_URL there first, or start this one with REDOUBT_ROLES=console,projectors.',
};

/** Waits for the lock as long as a predecessor may need; a database that is away is waited for. */
const hold = async (
  database: Database,
  share: DecisionShare,
  isOver: () => boolean,
): Promise<pg.Client | undefined> => {
  let takenSinceMs: number | undefined;
  while (!isOver()) {
    try {
      const client = await tryHoldLock(database, 'decisions', share);
      if (client !== undefined) return client;
      takenSinceMs ??= performance.now();
      if (performance.now() - takenSinceMs > PATIENCE_MS) return undefined;
    } catch {
      takenSinceMs = undefined;
    }
    await delay(RETRY_MS);
  }
  return undefined;
};

/**
 * Makes this the one node that decides on the database, or one of those that share their velocities, by an advisory lock
 * of a session: held alone, or together. A session that breaks is made again; `onLost` is called where another node has
 * taken the place meanwhile, and this one must stop deciding.
 *
 * @throws `BootError` where another node holds it otherwise.
 */
export const claimDecisions = async (
  database: Database,
  share: DecisionShare,
  onLost: (error: BootError) => void,
): Promise<DecisionClaim> => {
  let released = false;
  let client = await hold(database, share, () => released);
  if (client === undefined) throw new BootError(SENTENCES[share]);

  const watch = (held: pg.Client): void => {
    held.once('end', () => {
      if (!released) void regain();
    });
  };
  const regain = async (): Promise<void> => {
    database.log.warn({}, 'the claim to decide lost its connection; making it again');
    const again = await hold(database, share, () => released);
    if (released) {
      await again?.end();
      return;
    }
    if (again === undefined) {
      onLost(new BootError(SENTENCES[share]));
      return;
    }
    client = again;
    watch(again);
  };
  watch(client);
  return {
    release: async () => {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
};
