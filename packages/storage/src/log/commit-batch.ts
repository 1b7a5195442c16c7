import type pg from 'pg';
import { DeadlineExpired } from './failures.ts';
import type { CompressFrame } from './frame-compressor.ts';
import { cutBlocks, joinTexts, SEGMENT_CODEC } from './segment-codec.ts';

/** An event ready to be written: encoded, hashed and known to be whole. */
export type Entry = {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly kindCode: number;
  /** What it is known by: the id of the event, or the name under which it is stored once. */
  readonly eventId: string;
  /** Assessments, and others with such a name; the rest may repeat their id. */
  readonly writeOnce: boolean;
  readonly bodyHash: string;
  /** Encoded, see `segment-codec.ts`. */
  readonly head: string;
  readonly texts: string;
};

type Block = {
  readonly first: Entry;
  readonly ordinal: number;
  readonly count: number;
  readonly heads: Buffer;
  readonly data: Buffer;
};

const byScope = (a: Entry, b: Entry): number => {
  if (a.tenantId !== b.tenantId) return a.tenantId < b.tenantId ? -1 : 1;
  if (a.environmentId !== b.environmentId) return a.environmentId < b.environmentId ? -1 : 1;
  return 0;
};

/** Every writer inserts identities in this one order, so that two batches with common ids wait but never deadlock. */
const byKey = (a: Entry, b: Entry): number => {
  const scope = byScope(a, b);
  if (scope !== 0) return scope;
  if (a.kindCode !== b.kindCode) return a.kindCode - b.kindCode;
  if (a.eventId === b.eventId) return 0;
  return a.eventId < b.eventId ? -1 : 1;
};

/** In position order: grouped by environment, in order of arrival within each. */
export const inPositionOrder = <E extends Entry>(events: readonly E[]): readonly E[] => [...events].sort(byScope);

/** Cuts into blocks of one environment each, so that a segment covers an unbroken run of positions. */
const blocksOf = (entries: readonly Entry[]): readonly (readonly Entry[])[] => {
  const blocks: (readonly Entry[])[] = [];
  let from = 0;
  while (from < entries.length) {
    const first = entries[from] as Entry;
    let to = from + 1;
    while (to < entries.length && byScope(first, entries[to] as Entry) === 0) to += 1;
    blocks.push(...cutBlocks(entries.slice(from, to)));
    from = to;
  }
  return blocks;
};

const compressBlocks = (entries: readonly Entry[], compress: CompressFrame): Promise<readonly Block[]> => {
  let next = 0;
  const compressed = async (block: readonly Entry[]): Promise<Block> => {
    const ordinal = next;
    next += block.length;
    const [heads, data] = await Promise.all([
      compress(joinTexts(block.map(({ head }) => head))),
      compress(joinTexts(block.map(({ texts }) => texts))),
    ]);
    return { first: block[0] as Entry, ordinal, count: block.length, heads, data };
  };
  return Promise.all(blocksOf(entries).map(compressed));
};

/** By callback: what the driver's promises leave behind stays in memory until the old generation is collected (ADR 45). */
const ask = <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  query: string | pg.QueryConfig,
): Promise<pg.QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    client.query<Row>(query, (error: Error | null, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });

/** What a transaction has done so far; kept outside it, to know what was in doubt when the connection went. */
export type Progress<E extends Entry> = {
  batchId: number | undefined;
  /** Entries that get a position, in order. */
  survivors: readonly E[];
  /** Repeated ones, with the position of the first. */
  duplicates: readonly { readonly entry: E; readonly position: number }[];
  firstPosition: number | undefined;
  commitSent: boolean;
};

export const newProgress = <E extends Entry>(entries: readonly E[]): Progress<E> => ({
  batchId: undefined,
  survivors: entries,
  duplicates: [],
  firstPosition: undefined,
  commitSent: false,
});

const INSERT_IDENTITIES = {
  name: 'log-identities',
  text: `with batch as materialized (select nextval('commit_batch_id') as id)
insert into event_identity (tenant_id, environment_id, kind, event_id, batch_id, ordinal, body_hash)
select x.t, x.e, x.k, x.i, batch.id, x.o, decode(x.h, 'hex')
  from batch, jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, k smallint, i text, o integer, h text)
on conflict do nothing
returning batch_id, ordinal`,
};

const MATCH_KEY = `i.tenant_id = x.t and i.environment_id = x.e and i.kind = x.k and i.event_id = x.i`;

const READ_ORIGINALS = `select x.o as ordinal, b.first_position + i.ordinal as position
  from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, k smallint, i text, o integer)
  join event_identity i on ${MATCH_KEY} join commit_batch b on b.batch_id = i.batch_id`;

const CLOSE_GAPS = `update event_identity i set ordinal = x.o
  from jsonb_to_recordset($1::jsonb) as x(t uuid, e uuid, k smallint, i text, o integer) where ${MATCH_KEY}`;

const keyOf = (entry: Entry, ordinal: number) => ({
  t: entry.tenantId,
  e: entry.environmentId,
  k: entry.kindCode,
  i: entry.eventId,
  o: ordinal,
});

/**
 * Claims the ids of write-once events. Where some were there before, they leave the batch with the position of the
 * first, and the others close up, so that positions stay dense.
 */
const claimIdentities = async <E extends Entry>(
  client: pg.ClientBase,
  entries: readonly E[],
  progress: Progress<E>,
): Promise<readonly E[]> => {
  const claims = entries
    .map((entry, ordinal) => ({ entry, ordinal }))
    .filter(({ entry }) => entry.writeOnce)
    .sort((a, b) => byKey(a.entry, b.entry));
  if (claims.length === 0) return entries;
  const { rows } = await ask<{ batch_id: number; ordinal: number }>(client, {
    ...INSERT_IDENTITIES,
    values: [JSON.stringify(claims.map(({ entry, ordinal }) => ({ ...keyOf(entry, ordinal), h: entry.bodyHash })))],
  });
  progress.batchId = rows[0]?.batch_id;
  if (rows.length === claims.length) return entries;

  const claimed = new Set(rows.map((row) => row.ordinal));
  const repeated = claims.filter(({ ordinal }) => !claimed.has(ordinal));
  const originals = await ask<{ ordinal: number; position: number }>(client, {
    text: READ_ORIGINALS,
    values: [JSON.stringify(repeated.map(({ entry, ordinal }) => keyOf(entry, ordinal)))],
  });
  const gone = new Set(repeated.map(({ ordinal }) => ordinal));
  progress.duplicates = originals.rows.map(({ ordinal, position }) => ({ entry: entries[ordinal] as E, position }));
  progress.survivors = entries.filter((_, ordinal) => !gone.has(ordinal));
  const moved = progress.survivors.flatMap((entry, ordinal) => (entry.writeOnce ? [keyOf(entry, ordinal)] : []));
  if (moved.length > 0) await ask(client, { text: CLOSE_GAPS, values: [JSON.stringify(moved)] });
  return progress.survivors;
};

/** Statements for so many blocks are kept prepared; larger batches are rare and planned each time. */
const MAX_PREPARED_BLOCKS = 12;

const tenantIdsOf = (entries: readonly Entry[]): string[] => [...new Set(entries.map((entry) => entry.tenantId))];

/** Positions, batch row and segments in one statement, the last before COMMIT: the row lock on the stream stays short. */
const appendStatement = (entries: readonly Entry[], blocks: readonly Block[], batchId: number | undefined) => {
  const values: unknown[] = [entries.length, batchId ?? null, tenantIdsOf(entries)];
  const tuples = blocks.map((block) => {
    const at = values.length;
    const { tenantId, environmentId } = block.first;
    values.push(tenantId, environmentId, block.ordinal, block.count, block.heads, block.data);
    return `($${at + 1}::uuid, $${at + 2}::uuid, $${at + 3}::int, $${at + 4}::int, $${at + 5}::bytea, $${at + 6}::bytea)`;
  });
  const text = `with head as (
  update stream set position = position + $1::int where stream_id = 1 returning position - $1::int + 1 as first
), batch as (
  insert into commit_batch (batch_id, first_position, event_count, tenant_ids, committed_at)
  select coalesce($2::bigint, nextval('commit_batch_id')), first, $1::int, $3::uuid[], now() from head
  returning batch_id
), blocks as (
  insert into segment (tenant_id, environment_id, first_position, event_count, committed_at, codec, heads, data)
  select s.t, s.e, head.first + s.o, s.n, now(), ${SEGMENT_CODEC}, s.h, s.d from head, (values ${tuples.join(', ')}) as s(t, e, o, n, h, d)
)
select head.first, batch.batch_id from head, batch`;
  const { length } = blocks;
  return length <= MAX_PREPARED_BLOCKS ? { name: `log-append-${length}`, text, values } : { text, values };
};

export type WriteLimits = {
  /** Longest statement; at least 1, since PostgreSQL takes 0 for no limit. */
  readonly timeoutMs: number;
  /** Asked right before COMMIT: does everybody still wait? */
  readonly isWanted: () => boolean;
};

/**
 * Writes one batch, in position order, in one transaction and says, through `progress`, how far it came. `tenantIds` must
 * be GUIDs: they become part of a setting.
 */
export const writeBatch = async <E extends Entry>(
  client: pg.ClientBase,
  entries: readonly E[],
  progress: Progress<E>,
  compress: CompressFrame,
  limits: WriteLimits,
): Promise<void> => {
  // While the database claims the identities.
  const compressing = compressBlocks(entries, compress);
  compressing.catch(() => undefined);
  await ask(
    client,
    `begin; set local statement_timeout = ${limits.timeoutMs}; set local redoubt.tenant_ids = '${tenantIdsOf(entries).join(',')}'`,
  );
  const survivors = await claimIdentities(client, entries, progress);
  if (survivors.length === 0) {
    await ask(client, 'rollback');
    return;
  }
  const blocks = await (survivors === entries ? compressing : compressBlocks(survivors, compress));
  const { rows } = await ask<{ first: number; batch_id: number }>(
    client,
    appendStatement(survivors, blocks, progress.batchId),
  );
  const head = rows[0];
  if (head === undefined) throw new Error('The stream has no head row');
  progress.firstPosition = head.first;
  progress.batchId = head.batch_id;
  if (!limits.isWanted()) throw new DeadlineExpired();
  progress.commitSent = true;
  await ask(client, 'commit');
};

/**
 * Asks whether a batch whose COMMIT lost its connection took effect. Locking the stream's row first waits for a server
 * process that is still at it, so that the answer is final.
 */
export const wasCommitted = async (client: pg.ClientBase, batchId: number, timeoutMs: number): Promise<boolean> => {
  await ask(client, `begin; set local lock_timeout = ${timeoutMs}; select from stream where stream_id = 1 for update`);
  const found = await ask(client, { text: 'select 1 from commit_batch where batch_id = $1', values: [batchId] });
  await ask(client, 'commit');
  return found.rowCount !== 0;
};
