import { type Aggregate, NUMBERS_PER_ENTRY, SHAPE_OF } from '../aggregates.ts';
import { LARGEST_CLASS } from '../memory/entry-slab.ts';

const SLOT_BYTES = 16;
/** Tables are between three eighths and three quarters full. */
const SLOTS_PER_KEY = 16 / 9;
/** Runs double as they grow, so on average they are three quarters full; a key of one event takes exactly one entry. */
const ROOM_PER_ENTRY = 4 / 3;

/**
 * About how many bytes keys of one velocity take in the store, without having them: an answer to "what would it cost",
 * right to about a third.
 *
 * @param entries seconds with events over all keys; for distinct counts, occurrences of values.
 */
export const estimateBytes = (aggregate: Aggregate, keys: number, entries: number): number => {
  if (keys <= 0) return 0;
  const perKey = Math.min(Math.max(1, entries / keys), 2 ** LARGEST_CLASS);
  const room = perKey < 1.5 ? perKey : Math.min(perKey * ROOM_PER_ENTRY, 2 ** LARGEST_CLASS);
  const entryBytes = 8 + 8 * NUMBERS_PER_ENTRY[SHAPE_OF[aggregate]];
  return Math.round(keys * (SLOT_BYTES * SLOTS_PER_KEY + room * entryBytes));
};
