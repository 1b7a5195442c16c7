import {
  SUPPORT_COLUMNS,
  SUPPORT_LISTS,
  supportListOf,
  type ListSourceDefinition,
  type SupportEntity,
} from '@redoubt/domain';
import type { PlanRemoteList } from '@redoubt/engine';
import { invariant, ownBuffer, type Id, type NewBuffer } from '@redoubt/kernel';
import {
  findListVersion,
  readChunkRows,
  readListChunks,
  readSupportEntries,
  readSupportHistory,
  type StoredList,
  type SupportListEntry,
  type SupportListHead,
  type TenantTransaction,
} from '@redoubt/storage';
import type { RowLife } from './list-index.ts';
import { packChunk, packedOf, packRowsInTurns, type PackedRows, type RowBlock } from './packed-rows.ts';
import { contentHash } from '../content-hash.ts';
import type { ListUnit } from './manifest.ts';
import { Turns } from '../turns.ts';

/** A content of a custom list. */
export type CustomContentKey = { readonly listId: Id; readonly contentVersion: number };

/** A support list as of a revision; with null, every entry it ever had, asked by the position of the log. */
export type SupportContentKey = {
  readonly environmentId: Id;
  readonly entity: SupportEntity;
  readonly revision: number | null;
};

export type ListContentKey = CustomContentKey | SupportContentKey;

/** What a list holds, as plain data; `ListIndex` is made of it. */
export type ListContent = {
  readonly columns: readonly string[];
  readonly rows: PackedRows;
  readonly life: RowLife | null;
};

/** A list as a worker keeps it: content by hash, so that it is sent once. */
export type ListContentMessage = ListContent & { readonly hash: string };

/** A list of an environment as rules may name it, with the content that is current. */
export type PlannedList = {
  readonly name: string;
  readonly columns: readonly string[];
  /** Names the content; equal hashes are equal contents. */
  readonly contentHash: string;
  readonly unit: ListUnit;
  /** Where the rows are kept; absent where they are here. */
  readonly source?: ListSourceDefinition;
  /** Sealed: what opens that place. */
  readonly secret?: string;
};

/** Names a content of a support list. */
export const supportContentHash = (key: SupportContentKey): string => contentHash(key);

/** Custom lists and support lists of an environment, as its rules see them. */
export const plannedLists = (
  environmentId: Id,
  custom: readonly StoredList[],
  heads: readonly SupportListHead[],
): readonly PlannedList[] => [
  ...custom.map(({ id, name, columns, contentHash: hash, contentVersion, source, secret }): PlannedList => ({
    name,
    columns,
    contentHash: hash,
    unit: { listId: id, contentVersion, columns, ...(source ? { source } : {}) },
    ...(source ? { source } : {}),
    ...(secret === null ? {} : { secret }),
  })),
  ...SUPPORT_LISTS.map(({ entity, name, column }): PlannedList => {
    const head = heads.find((each) => each.environmentId === environmentId && each.entity === entity);
    const columns = [column, ...SUPPORT_COLUMNS];
    const key = { environmentId, entity, revision: head?.revision ?? 0 };
    return { name, columns, contentHash: supportContentHash(key), unit: { ...key, columns } };
  }),
];

/** Lists that are kept elsewhere, as plans take them. */
export const remoteListsOf = (
  lists: readonly Pick<PlannedList, 'name' | 'columns' | 'unit' | 'secret'>[],
): readonly PlanRemoteList[] =>
  lists.flatMap(({ name, columns, unit, secret }) =>
    'listId' in unit && unit.source
      ? [{ id: unit.listId, name, columns, source: unit.source, ...(secret === undefined ? {} : { secret }) }]
      : [],
  );

const cellsOf = ({ value, status, reason, expiresAt, comments }: SupportListEntry): string[] => [
  value,
  value,
  status,
  reason,
  expiresAt?.toISOString() ?? '',
  comments,
];

const readSupportContent = async (
  trx: TenantTransaction,
  key: SupportContentKey,
  newBuffer: NewBuffer,
): Promise<ListContent> => {
  const columns = [supportListOf(key.entity).column, ...SUPPORT_COLUMNS];
  const expires = columns.indexOf('ExpirationDate');
  if (key.revision !== null) {
    const entries = await readSupportEntries(trx, key, key.revision);
    return { columns, rows: await packRowsInTurns(entries.map(cellsOf), newBuffer), life: { expires } };
  }
  const entries = await readSupportHistory(trx, key);
  return {
    columns,
    rows: await packRowsInTurns(
      entries.map((entry) => [...cellsOf(entry), String(entry.from), String(entry.until ?? '')]),
      newBuffer,
    ),
    life: { expires, from: columns.length, until: columns.length + 1 },
  };
};

/** Chunks fetched at once; others get their turn in between. */
const CHUNKS_AT_ONCE = 16;

/** The rows of a custom list, chunk by chunk; chunks that are known are not read. */
const readChunks = async (
  trx: TenantTransaction,
  key: CustomContentKey,
  known: readonly RowBlock[],
  newBuffer: NewBuffer,
): Promise<PackedRows> => {
  const { hashes } = await readListChunks(trx, key);
  const blocks = new Map(known.flatMap((block) => (block.name === undefined ? [] : [[block.name, block]])));
  const missing = [...new Set(hashes)].filter((hash) => !blocks.has(hash));
  const turns = new Turns();
  for (let from = 0; from < missing.length; from += CHUNKS_AT_ONCE) {
    const found = await readChunkRows(trx, key.listId, missing.slice(from, from + CHUNKS_AT_ONCE));
    for (const [hash, rows] of found) {
      blocks.set(hash, packChunk(hash, rows, newBuffer));
      if (turns.isOver) await turns.next();
    }
  }
  return packedOf(
    hashes.map((hash) => {
      const block = blocks.get(hash);
      invariant(block, `chunk ${hash} is kept as long as a content names it`);
      return block;
    }),
  );
};

/**
 * Reads a content; the caller knows that it was kept.
 *
 * @param known rows of another content of the list, which are not read again where both have them.
 * @param newBuffer where the others are put.
 */
export const readListContent = async (
  trx: TenantTransaction,
  key: ListContentKey,
  known: readonly RowBlock[] = [],
  newBuffer: NewBuffer = ownBuffer,
): Promise<ListContent> => {
  if ('entity' in key) return readSupportContent(trx, key, newBuffer);
  const version = await findListVersion(trx, key);
  invariant(version, `content ${key.contentVersion} of list ${key.listId} is kept`);
  const { columns, expiryColumn } = version;
  const life = expiryColumn === null ? null : { expires: columns.indexOf(expiryColumn) };
  return { columns, rows: await readChunks(trx, key, known, newBuffer), life };
};
