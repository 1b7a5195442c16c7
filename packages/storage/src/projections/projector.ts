import type { Id } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { StoredEvent } from '../log/log-event.ts';
import { failureKind } from '../log/failures.ts';
import type { Log } from '../log/log.ts';
import { asIngest, nextRange, readLastPosition, readRange } from '../log/read-log.ts';

/** Turns the log into tables of its own. Everything it writes follows from the events alone, so it can be rebuilt. */
export type Projector = {
  readonly name: string;
  /** Tables it fills; a rebuild empties them. */
  readonly tables: readonly string[];
  /** Applies events in order of position, in the transaction that also moves the projector's position on. */
  readonly apply: (client: pg.ClientBase, events: readonly StoredEvent[]) => Promise<void>;
};

export type Projection = {
  readonly name: string;
  /** Position up to which everything has been applied. */
  readonly position: () => number;
  /** Events in the log that are not applied yet. */
  readonly lag: () => Promise<number>;
  /** Resolves once everything the log held when it was called is applied. */
  readonly caughtUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type ProjectionOptions = {
  /** Wakes the projector right after a commit of this process; other nodes' commits are found by polling. */
  readonly log?: Pick<Log, 'onCommitted'>;
  readonly pollMs?: number;
  /** Events applied in one transaction, about. */
  readonly batch?: number;
  /** Pause after a transaction that found little, so that small commits are applied together. */
  readonly gatherMs?: number;
};

const POLL_MS = 250;
const BATCH = 1000;
const GATHER_MS = 100;
const RETRY_MS = 1000;

const readPosition = async (client: pg.ClientBase | pg.Pool, name: string): Promise<number | undefined> =>
  (await client.query<{ position: number }>('select position from projection_state where projector = $1', [name]))
    .rows[0]?.position;

/**
 * Applies events; where the database refuses a value, finds the event by halving and leaves it out, so that one cannot
 * hide all that come after it. It is in the log and named here, for whoever mends the projector.
 */
const applyAll = async (
  database: Database,
  projector: Projector,
  client: pg.ClientBase,
  events: readonly StoredEvent[],
): Promise<void> => {
  await client.query('savepoint events');
  try {
    await projector.apply(client, events);
    await client.query('release savepoint events');
  } catch (error) {
    if (failureKind(error) !== 'data') throw error;
    await client.query('rollback to savepoint events');
    if (events.length === 1) {
      const position = events[0]?.position;
      database.log.error({ err: error, projector: projector.name, position }, 'an event cannot be projected');
      return;
    }
    const middle = events.length >> 1;
    await applyAll(database, projector, client, events.slice(0, middle));
    await applyAll(database, projector, client, events.slice(middle));
  }
};

/** The projector's position, its row locked to the end of the transaction. */
const lockPosition = async (client: pg.ClientBase, name: string): Promise<number> => {
  const lock = async (): Promise<number | undefined> =>
    (
      await client.query<{ position: number }>(
        'select position from projection_state where projector = $1 for update',
        [name],
      )
    ).rows[0]?.position;
  const known = await lock();
  if (known !== undefined) return known;
  await client.query(
    'insert into projection_state (projector, position, updated_at) values ($1, 0, now()) on conflict do nothing',
    [name],
  );
  return (await lock()) ?? 0;
};

/**
 * Applies the next events. The row of the projector is locked first: of several nodes one applies, the others find the
 * position moved on and read it again.
 *
 * Nobody waits for the flush of this commit, which would compete with those that answers wait for: what a crash takes
 * away is rows and position together, and the log gives them back.
 */
const step = async (database: Database, projector: Projector, from: number, batch: number): Promise<number> => {
  const range = await nextRange(database.pools.ingest, from, batch);
  if (range === undefined) return from;
  return asIngest(database, range.tenantIds, async (client) => {
    await client.query('set local synchronous_commit = off');
    const position = await lockPosition(client, projector.name);
    if (position !== from) return position;
    await applyAll(database, projector, client, await readRange(client, range));
    await client.query('update projection_state set position = $2, updated_at = now() where projector = $1', [
      projector.name,
      range.lastPosition,
    ]);
    return range.lastPosition;
  });
};

/** Runs a projector until it is closed. */
export const startProjection = (
  database: Database,
  projector: Projector,
  options: ProjectionOptions = {},
): Projection => {
  const batch = options.batch ?? BATCH;
  let position = 0;
  let closed = false;
  let wake: () => void = () => undefined;
  let woken = false;
  const rouse = (): void => {
    woken = true;
    wake();
  };
  const unsubscribe = options.log?.onCommitted(rouse);

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (woken || closed) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!closed) {
      woken = false;
      try {
        // Read each time: another node may have moved it on, or a rebuild back.
        position = (await readPosition(database.pools.ingest, projector.name)) ?? 0;
        const reached = await step(database, projector, position, batch);
        const applied = reached - position;
        position = reached;
        if (applied === 0) await rest(options.pollMs ?? POLL_MS);
        else if (applied < batch / 2)
          await new Promise((resolve) => setTimeout(resolve, options.gatherMs ?? GATHER_MS));
      } catch (error) {
        if (closed) return;
        database.log.error({ err: error, projector: projector.name, position }, 'a projector failed; trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
  const running = run();

  return {
    name: projector.name,
    position: () => position,
    lag: async () => Math.max(0, (await readLastPosition(database)) - position),
    caughtUp: async () => {
      const target = await readLastPosition(database);
      while (position < target && !closed) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    close: async () => {
      closed = true;
      unsubscribe?.();
      rouse();
      await running;
    },
  };
};

/**
 * Empties a projection, so that it is built again from the first event. Run it on its own or beside a running projector:
 * that one finds its position moved back and follows.
 */
export const resetProjection = async (database: Database, projector: Projector): Promise<void> => {
  const { rows } = await database.pools.ingest.query<{ id: Id }>(
    'select distinct unnest(tenant_ids) as id from commit_batch',
  );
  await asIngest(
    database,
    rows.map(({ id }) => id),
    async (client) => {
      await client.query('select from projection_state where projector = $1 for update', [projector.name]);
      for (const table of projector.tables) await client.query(`delete from ${table}`);
      await client.query('update projection_state set position = 0, updated_at = now() where projector = $1', [
        projector.name,
      ]);
    },
  );
};
