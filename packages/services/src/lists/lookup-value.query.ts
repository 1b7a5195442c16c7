import type { ListLookup } from '@redoubt/contracts';
import { fail, listKey, rowExpiryMs, SUPPORT_ENTITIES } from '@redoubt/domain';
import { isCleanText } from '@redoubt/kernel';
import {
  findCandidateChunks,
  findSupportEntries,
  listLists,
  type CandidateChunk,
  type StoredList,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readUsers } from '../references/references.ts';
import { entryOf, readSupportSummaries } from '../support-lists/support-summary.ts';
import { rowMask } from '../privacy/mask-lists.ts';
import { listSummaryOf } from './list-summary.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Chunks that are looked into, and rows that are answered. */
const MAX_CHUNKS = 100;
const MAX_HITS = 200;

type Hit = ListLookup['custom'][number]['hits'][number];

/** Rows of a list with a cell that is the value, as rules compare keys. */
const hitsIn = (list: StoredList, chunks: readonly CandidateChunk[], key: string, nowMs: number): readonly Hit[] => {
  const expiryAt = list.expiryColumn === null ? -1 : list.columns.indexOf(list.expiryColumn);
  return chunks.flatMap(({ firstOrdinal, rows }) =>
    rows.flatMap((cells, index): readonly Hit[] => {
      const columns = list.columns.filter((_name, at) => listKey(cells[at] ?? '') === key);
      if (columns.length === 0) return [];
      const expired = (rowExpiryMs(cells[expiryAt] ?? '') ?? Number.POSITIVE_INFINITY) <= nowMs;
      return [{ ordinal: firstOrdinal + index, columns, cells: [...cells], expired }];
    }),
  );
};

/**
 * Which lists of an environment hold a value, compared as rules compare keys: rows of custom lists with a cell that is
 * the value, and what support lists say of it. Says where it stopped short. Throws REQ-INVALID for a text that no list
 * can hold.
 */
export const lookUpValue = async (
  context: EnvironmentContext,
  { value }: { readonly value: string },
): Promise<ListLookup> => {
  const { environmentId, clock } = context;
  const key = listKey(value);
  if (key === '' || !isCleanText(value)) throw fail('REQ-INVALID', { count: 1 });
  const nowMs = clock.now();
  return inTransaction(context, async (trx) => {
    const chunks = await findCandidateChunks(trx, environmentId, value.trim(), MAX_CHUNKS);
    const byList = Map.groupBy(chunks, ({ listId }) => listId);
    const users = await readUsers(trx, 'list', environmentId);
    let left = MAX_HITS;
    const custom: ListLookup['custom'] = [];
    let isComplete = chunks.length < MAX_CHUNKS;
    for (const list of await listLists(trx, environmentId)) {
      const hits = hitsIn(list, byList.get(list.id) ?? [], key, nowMs);
      if (hits.length === 0) continue;
      if (hits.length > left) isComplete = false;
      if (left === 0) continue;
      const { id, name, columns, usedBy } = listSummaryOf(list, users(list.name));
      const mask = rowMask(context, columns);
      // The caller named the value: it is said again, and what stands beside it is masked.
      const seen = ({ cells, ...hit }: Hit): Hit => ({
        ...hit,
        cells: mask
          ? mask(cells).map((shown, at) => (listKey(cells[at] ?? '') === key ? (cells[at] ?? '') : shown))
          : cells,
      });
      custom.push({ id, name, columns, usedBy, hits: hits.slice(0, left).map(seen) });
      left -= Math.min(left, hits.length);
    }
    const summaries = await readSupportSummaries(trx, environmentId, nowMs);
    const support: ListLookup['support'] = [];
    for (const entity of SUPPORT_ENTITIES) {
      const entry = (await findSupportEntries(trx, { environmentId, entity }, [value])).get(key);
      if (!entry || (entry.expiresAt !== null && entry.expiresAt.getTime() <= nowMs)) continue;
      const { name = '', usedBy = [] } = summaries.find((each) => each.entity === entity) ?? {};
      support.push({ entity, name, usedBy, entry: entryOf(entry) });
    }
    return { custom, support, isComplete };
  });
};
