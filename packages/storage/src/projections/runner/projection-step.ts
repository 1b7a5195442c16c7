import type pg from 'pg';
import type { Logger } from '../../logger.ts';
import { failureKind } from '../../log/failures.ts';
import type { StoredHead } from '../../log/log-event.ts';
import { asIngest, nextRange, readHeads } from '../../log/read-log.ts';
import type { Projector } from '../projector.ts';

/** Where projectors read and write: connections of the ingest role. */
export type ProjectionTarget = { readonly pool: pg.Pool; readonly log: Logger };

/** How far each projector has come, all of them on record from the first call on. */
export const readPositions = async (
  pool: pg.Pool,
  projectors: readonly Projector[],
): Promise<ReadonlyMap<string, number>> => {
  const names = projectors.map(({ name }) => name);
  const read = () =>
    pool.query<{ projector: string; position: number }>(
      'select projector, position from projection_state where projector = any($1)',
      [names],
    );
  let { rows } = await read();
  if (rows.length < names.length) {
    await pool.query(
      `insert into projection_state (projector, position, updated_at)
       select name, 0, now() from unnest($1::text[]) as name on conflict do nothing`,
      [names],
    );
    ({ rows } = await read());
  }
  return new Map(rows.map(({ projector, position }) => [projector, position]));
};

/**
 * Applies events; where the database refuses a value, finds the event by halving and leaves it out, so that one cannot
 * hide all that come after it. It is in the log and named here, for the engineer who repairs the projector.
 */
const applyAll = async (
  target: ProjectionTarget,
  projector: Projector,
  client: pg.ClientBase,
  events: readonly StoredHead[],
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
      target.log.error({ err: error, projector: projector.name, position }, 'an event cannot be projected');
      return;
    }
    const middle = events.length >> 1;
    await applyAll(target, projector, client, events.slice(0, middle));
    await applyAll(target, projector, client, events.slice(middle));
  }
};

/**
 * Applies the next events to projectors that stand at one position, in one transaction: events are fetched and decoded
 * once for all of them. The rows of the projectors are locked first: of several nodes one applies, the others find the
 * positions moved on and read them again.
 *
 * No caller waits for the flush of this commit, which would compete with those that answers wait for: what a crash
 * takes away is rows and positions together, and the log gives them back.
 *
 * @returns the position reached; `from` where nothing follows, another node was faster, or a projector that one of them
 *   follows has not come as far.
 */
export const stepTogether = async (
  target: ProjectionTarget,
  projectors: readonly Projector[],
  from: number,
  batch: number,
): Promise<number> => {
  const range = await nextRange(target.pool, from, batch);
  if (range === undefined) return from;
  const names = projectors.map(({ name }) => name);
  const followed = projectors.flatMap(({ follows }) =>
    follows === undefined || names.includes(follows) ? [] : [follows],
  );
  return asIngest(target.pool, range.tenantIds, async (client) => {
    await client.query('set local synchronous_commit = off');
    const { rows } = await client.query<{ projector: string; position: number }>(
      'select projector, position from projection_state where projector = any($1) order by projector for update',
      [[...names, ...followed]],
    );
    const standing = new Map(rows.map(({ projector, position }) => [projector, position]));
    if (names.some((name) => standing.get(name) !== from)) return from;
    if (followed.some((name) => (standing.get(name) ?? 0) < range.lastPosition)) return from;
    const events = await readHeads(client, range);
    for (const projector of projectors) await applyAll(target, projector, client, events);
    await client.query('update projection_state set position = $2, updated_at = now() where projector = any($1)', [
      names,
      range.lastPosition,
    ]);
    return range.lastPosition;
  });
};
