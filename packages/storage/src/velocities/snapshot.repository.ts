import { crc32 } from 'node:zlib';
import { newId, type Id } from '@redoubt/kernel';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { inPoolTransaction } from '../database/pool-transaction.ts';

/** What makes a snapshot of use to a store: another format or another key counts as no snapshot. */
export type SnapshotKind = {
  /** How it is written and how its store counts. */
  readonly format: number;
  /** Tells one installation key from another without giving it away. */
  readonly keyCheck: string;
};

/** What is known of a snapshot once all of it is written. */
export type SnapshotFacts = {
  /** Positions of the log between which its pieces stand. */
  readonly lowest: number;
  readonly highest: number;
  readonly parts: number;
  readonly keys: number;
  readonly bytes: number;
};

export type WholeSnapshot = SnapshotFacts & SnapshotKind & { readonly id: Id; readonly wholeAtMs: number };

/** Newest first, with what must still be true of the log it was taken from. */
const READ_WHOLE = `select s.snapshot_id as id, s.format, s.key_check as "keyCheck", s.lowest_position as lowest,
    s.highest_position as highest, s.parts, s.keys, s.bytes, s.whole_at as "wholeAt",
    b.batch_id is not distinct from s.batch_id as "isOfThisLog"
  from velocity_snapshot s left join lateral (
    select batch_id from commit_batch where first_position <= s.highest_position
      and first_position + event_count > s.highest_position
      order by first_position desc limit 1) b on true
 where s.whole_at is not null order by s.highest_position desc, s.whole_at desc`;

type WholeRow = Omit<WholeSnapshot, 'wholeAtMs'> & { readonly wholeAt: Date; readonly isOfThisLog: boolean };

export type FoundSnapshot = {
  readonly snapshot: WholeSnapshot;
  /** Why it must not be used; absent where it may. */
  readonly problem?: 'format' | 'key' | 'log';
};

const problemOf = ({ format, keyCheck, isOfThisLog }: WholeRow, kind: SnapshotKind): FoundSnapshot['problem'] => {
  if (format !== kind.format) return 'format';
  if (keyCheck !== kind.keyCheck) return 'key';
  return isOfThisLog ? undefined : 'log';
};

/** Whole snapshots, newest first; unfinished ones are left out. */
export const findVelocitySnapshots = async (
  database: Database,
  kind: SnapshotKind,
): Promise<readonly FoundSnapshot[]> => {
  const { rows } = await database.pools.ingest.query<WholeRow>(READ_WHOLE);
  return rows.map((row) => {
    const { wholeAt, isOfThisLog: _isOfThisLog, ...facts } = row;
    const problem = problemOf(row, kind);
    return { snapshot: { ...facts, wholeAtMs: wholeAt.getTime() }, ...(problem === undefined ? {} : { problem }) };
  });
};

/** Hands the parts of a snapshot over in order. @throws where one is missing or damaged. */
export const readVelocitySnapshot = async (
  database: Database,
  { id, parts }: Pick<WholeSnapshot, 'id' | 'parts'>,
  take: (data: Buffer) => void,
): Promise<void> => {
  const read = (part: number) =>
    database.pools.ingest.query<{ crc32: number; data: Buffer }>({
      name: 'velocity-snapshot-part',
      text: 'select crc32, data from velocity_snapshot_part where snapshot_id = $1 and part = $2',
      values: [id, part],
    });
  let next = read(0);
  try {
    for (let part = 0; part < parts; part += 1) {
      const [row] = (await next).rows;
      // Fetched while this one is taken in.
      if (part + 1 < parts) next = read(part + 1);
      if (row === undefined || crc32(row.data) !== row.crc32) throw new Error(`part ${part} is missing or damaged`);
      take(row.data);
    }
  } finally {
    await next.catch(() => undefined);
  }
};

/** Makes room for a snapshot; its parts count for nothing until it is finished. */
export const beginVelocitySnapshot = async (database: Database, { format, keyCheck }: SnapshotKind): Promise<Id> => {
  const id = newId();
  await database.pools.ingest.query(
    'insert into velocity_snapshot (snapshot_id, format, key_check) values ($1, $2, $3)',
    [id, format, keyCheck],
  );
  return id;
};

/** Its commit is not waited for to be on disk: the one that finishes the snapshot is, and comes after it. */
export const addVelocitySnapshotPart = async (
  database: Database,
  id: Id,
  part: number,
  data: Uint8Array,
): Promise<void> => {
  const add = {
    name: 'velocity-snapshot-add',
    text: 'insert into velocity_snapshot_part (snapshot_id, part, crc32, data) values ($1, $2, $3, $4)',
    values: [id, part, crc32(data), data],
  };
  await inPoolTransaction(
    database.pools.ingest,
    (client) => client.query(add),
    'begin; set local synchronous_commit = off',
  );
};

const FINISH = `update velocity_snapshot set lowest_position = $2, highest_position = $3, parts = $4, keys = $5, bytes = $6,
    whole_at = clock_timestamp(), batch_id = (select batch_id from commit_batch where first_position <= $3
      and first_position + event_count > $3 order by first_position desc limit 1)
  where snapshot_id = $1`;

/** Makes a snapshot the newest one and removes those before it, unfinished ones included; false where it is gone itself. */
export const finishVelocitySnapshot = async (database: Database, id: Id, facts: SnapshotFacts): Promise<boolean> => {
  const { lowest, highest, parts, keys, bytes } = facts;
  return inPoolTransaction(database.pools.ingest, async (client) => {
    const { rowCount } = await client.query(FINISH, [id, lowest, highest, parts, keys, bytes]);
    if (rowCount === 1) await removeOthers(client, id);
    return rowCount === 1;
  });
};

/** Those begun later stay: a node that has taken this one's place is writing them. */
const removeOthers = (client: pg.ClientBase, id: Id) =>
  client.query(
    `delete from velocity_snapshot o using velocity_snapshot s
      where s.snapshot_id = $1 and o.snapshot_id <> $1 and o.begun_at <= s.begun_at`,
    [id],
  );

/** Removes what an attempt left that failed. */
export const dropVelocitySnapshot = async (database: Database, id: Id): Promise<void> => {
  await database.pools.ingest.query('delete from velocity_snapshot where snapshot_id = $1', [id]);
};
