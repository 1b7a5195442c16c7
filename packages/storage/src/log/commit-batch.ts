import type pg from 'pg';
import { rowsParameter } from '../database/rows-parameter.ts';
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

export const compressBlocks = (entries: readonly Entry[], compress: CompressFrame): Promise<readonly Block[]> => {
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
export const ask = <Row extends pg.QueryResultRow>(
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
  /** Its COMMIT was sent together with the statements before it, so that a lost connection says nothing about any of them. */
  atOnce: boolean;
};

export const newProgress = <E extends Entry>(entries: readonly E[]): Progress<E> => ({
  batchId: undefined,
  survivors: entries,
  duplicates: [],
  firstPosition: undefined,
  commitSent: false,
  atOnce: false,
});

/** An earlier attempt at the same entries whose outcome is not known; all of them were to get positions, in order. */
export type Doubt<E extends Entry> = { readonly batchId: number; readonly entries: readonly E[] };

type Claim<E extends Entry = Entry> = { readonly entry: E; readonly ordinal: number };

/** The key of a write-once event, and its place in the batch. */
type KeyRow = {
  readonly t: string;
  readonly e: string;
  readonly k: number;
  readonly i: string;
  readonly o: number;
  /** Hash of the request in hexadecimal digits. */
  readonly h: string;
};

const KEYS = rowsParameter<KeyRow>({ t: 'uuid', e: 'uuid', k: 'int2', i: 'text', o: 'int4', h: 'text' });

export const keyValues = (claims: readonly Claim[]): readonly Buffer[] =>
  KEYS.values(
    claims.map(({ entry, ordinal }) => ({
      t: entry.tenantId,
      e: entry.environmentId,
      k: entry.kindCode,
      i: entry.eventId,
      o: ordinal,
      h: entry.bodyHash,
    })),
  );

/** Up to where the rows `x` come from. */
const insertIdentities = (batchId: string): string =>
  `insert into event_identity (tenant_id, environment_id, kind, event_id, batch_id, ordinal, body_hash)
select x.t, x.e, x.k, x.i, ${batchId}, x.o, decode(x.h, 'hex')`;

const INSERT_IDENTITIES = {
  name: 'log-identities',
  text: `with batch as materialized (select nextval('commit_batch_id') as id)
${insertIdentities('batch.id')} from batch, ${KEYS.from('x')}
on conflict do nothing
returning batch_id, ordinal`,
};

const MATCH_KEY = `i.tenant_id = x.t and i.environment_id = x.e and i.kind = x.k and i.event_id = x.i`;

const READ_ORIGINALS = `select x.o as ordinal, b.batch_id, b.first_position, b.first_position + i.ordinal as position
  from ${KEYS.from('x')}
  join event_identity i on ${MATCH_KEY} join commit_batch b on b.batch_id = i.batch_id`;

const CLOSE_GAPS = `update event_identity i set ordinal = x.o from ${KEYS.from('x')} where ${MATCH_KEY}`;

type Original = {
  readonly ordinal: number;
  readonly batch_id: number;
  readonly first_position: number;
  readonly position: number;
};

/** Ids of write-once events in the one order in which all writers claim them. */
export const claimsOf = <E extends Entry>(entries: readonly E[]): readonly Claim<E>[] =>
  entries
    .map((entry, ordinal) => ({ entry, ordinal }))
    .filter(({ entry }) => entry.writeOnce)
    .sort((a, b) => byKey(a.entry, b.entry));

/**
 * Claims the ids of write-once events. Where some were there before, they leave the batch with the position of the
 * first, and the others close up, so that positions stay dense.
 *
 * @param doubt where that attempt turns out to have taken effect, it is the outcome, and no entry is left to write.
 */
const claimIdentities = async <E extends Entry>(
  client: pg.ClientBase,
  entries: readonly E[],
  progress: Progress<E>,
  doubt: Doubt<E> | undefined,
): Promise<readonly E[]> => {
  const claims = claimsOf(entries);
  if (claims.length === 0) return entries;
  const { rows } = await ask<{ batch_id: number; ordinal: number }>(client, {
    ...INSERT_IDENTITIES,
    values: [...keyValues(claims)],
  });
  progress.batchId = rows[0]?.batch_id;
  if (rows.length === claims.length) return entries;

  const claimed = new Set(rows.map((row) => row.ordinal));
  const repeated = claims.filter(({ ordinal }) => !claimed.has(ordinal));
  const originals = await ask<Original>(client, { text: READ_ORIGINALS, values: [...keyValues(repeated)] });
  const earlier = originals.rows.find(({ batch_id: batchId }) => batchId === doubt?.batchId);
  if (earlier !== undefined) {
    progress.batchId = earlier.batch_id;
    progress.firstPosition = earlier.first_position;
    return [];
  }
  const gone = new Set(repeated.map(({ ordinal }) => ordinal));
  progress.duplicates = originals.rows.map(({ ordinal, position }) => ({ entry: entries[ordinal] as E, position }));
  progress.survivors = entries.filter((_, ordinal) => !gone.has(ordinal));
  const moved = progress.survivors.flatMap((entry, ordinal) => (entry.writeOnce ? [{ entry, ordinal }] : []));
  if (moved.length > 0) await ask(client, { text: CLOSE_GAPS, values: [...keyValues(moved)] });
  return progress.survivors;
};

/** Statements for so many blocks are kept prepared; larger batches are rare and planned each time. */
const MAX_PREPARED_BLOCKS = 12;

const tenantIdsOf = (entries: readonly Entry[]): string[] => [...new Set(entries.map((entry) => entry.tenantId))];

/** Positions are taken by the last statement before COMMIT, so that the row lock on the stream stays short. */
export type Appending = { readonly first: number; readonly batch_id: number; readonly reserved: number };

/** Values of blocks for a statement whose first parameters are known, and the rows that they stand for. */
const blockRows = (blocks: readonly Block[], values: unknown[]): string =>
  blocks
    .map((block) => {
      const at = values.length;
      const { tenantId, environmentId } = block.first;
      values.push(tenantId, environmentId, block.ordinal, block.count, block.heads, block.data);
      return `($${at + 1}::uuid, $${at + 2}::uuid, $${at + 3}::int, $${at + 4}::int, $${at + 5}::bytea, $${at + 6}::bytea)`;
    })
    .join(', ');

/** Batch row, segments, and the number of the connection's next batch, behind a `head` that took the positions. */
const appendText = (rows: string): string => `batch as (
  insert into commit_batch (batch_id, first_position, event_count, tenant_ids, committed_at)
  select coalesce($2::bigint, nextval('commit_batch_id')), first, $1::int, $3::uuid[], now() from head
  returning batch_id
), blocks as (
  insert into segment (tenant_id, environment_id, first_position, event_count, committed_at, codec, heads, data)
  select s.t, s.e, head.first + s.o, s.n, now(), ${SEGMENT_CODEC}, s.h, s.d from head, (values ${rows}) as s(t, e, o, n, h, d)
)
select head.first, batch.batch_id, nextval('commit_batch_id') as reserved from head, batch`;

const named = (name: string, blocks: readonly Block[], text: string, values: unknown[]): pg.QueryConfig =>
  blocks.length <= MAX_PREPARED_BLOCKS ? { name: `${name}-${blocks.length}`, text, values } : { text, values };

/** Positions, batch row and segments in one statement, which also reserves the number of the connection's next batch. */
export const appendStatement = (
  entries: readonly Entry[],
  blocks: readonly Block[],
  batchId: number | undefined,
): pg.QueryConfig => {
  const values: unknown[] = [entries.length, batchId ?? null, tenantIdsOf(entries)];
  const rows = blockRows(blocks, values);
  const text = `with head as (
  update stream set position = position + $1::int where stream_id = 1 returning position - $1::int + 1 as first
), ${appendText(rows)}`;
  return named('log-append', blocks, text, values);
};

/** Of a statement that commits by itself: the setting of tenants, and then the keys, come after number, batch and tenants. */
const SETTING = 4;

/**
 * A whole batch in one statement, which commits by itself: what row-level security reads is set before the first row, ids are
 * claimed before the row of the stream is locked. Fails with a unique violation where one id was there before.
 */
export const wholeStatement = (
  entries: readonly Entry[],
  claims: readonly Claim[],
  blocks: readonly Block[],
  batchId: number,
): pg.QueryConfig => {
  const tenantIds = tenantIdsOf(entries);
  const values: unknown[] = [entries.length, batchId, tenantIds, tenantIds.join(','), ...keyValues(claims)];
  const rows = blockRows(blocks, values);
  const text = `with setting as materialized (
  select set_config('redoubt.tenant_ids', $${SETTING}, true) as tenants
), ids as (
  ${insertIdentities('$2::bigint')}
    from setting, ${KEYS.from('x', SETTING + 1)} where setting.tenants is not null
  returning 1
), head as (
  update stream set position = position + $1::int where stream_id = 1 and (select count(*) from ids) > 0
  returning position - $1::int + 1 as first
), ${appendText(rows)}`;
  return named('log-whole', blocks, text, values);
};

export type WriteLimits = {
  /** Longest statement; at least 1, since PostgreSQL takes 0 for no limit. */
  readonly timeoutMs: number;
  /** Asked right before COMMIT: does everybody still wait? */
  readonly isWanted: () => boolean;
};

/** Numbers for the next batch, which belong to a connection: one that was lost takes its number along. */
const reservedIds = new WeakMap<pg.ClientBase, number>();

/** The number reserved on a connection, for one use; undefined on one that has not appended yet. */
export const takeReservedId = (client: pg.ClientBase): number | undefined => {
  const id = reservedIds.get(client);
  reservedIds.delete(client);
  return id;
};

/** Takes over what an append gave. */
export const noteAppended = (
  client: pg.ClientBase,
  { rows }: pg.QueryResult<Appending>,
  progress: Progress<Entry>,
): void => {
  const [head] = rows;
  if (head === undefined) throw new Error('The stream has no head row');
  progress.firstPosition = head.first;
  progress.batchId = head.batch_id;
  reservedIds.set(client, head.reserved);
};

/** Without the setting of tenants, row-level security refuses whatever follows. */
export const beginText = (entries: readonly Entry[], { timeoutMs }: WriteLimits): string =>
  `begin; set local statement_timeout = ${timeoutMs}; set local redoubt.tenant_ids = '${tenantIdsOf(entries).join(',')}'`;

/**
 * Writes one batch, in position order, in one transaction and says, through `progress`, how far it came. `tenantIds` must
 * be GUIDs: they become part of a setting. Repeated ids leave the batch; COMMIT is sent when everything before it is known.
 */
export const writeBatch = async <E extends Entry>(
  client: pg.ClientBase,
  entries: readonly E[],
  progress: Progress<E>,
  compress: CompressFrame,
  limits: WriteLimits,
  doubt?: Doubt<E>,
): Promise<void> => {
  // While the database claims the identities.
  const compressing = compressBlocks(entries, compress);
  compressing.catch(() => undefined);
  await ask(client, beginText(entries, limits));
  const survivors = await claimIdentities(client, entries, progress, doubt);
  if (survivors.length === 0) {
    await ask(client, 'rollback');
    return;
  }
  const blocks = await (survivors === entries ? compressing : compressBlocks(survivors, compress));
  noteAppended(client, await ask(client, appendStatement(survivors, blocks, progress.batchId)), progress);
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
