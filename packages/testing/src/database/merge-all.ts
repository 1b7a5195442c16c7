import { HOUR_MS } from '@redoubt/kernel';
import { createFrameCompressor, MERGED_LEVEL, mergeStep, type Database, type MergeOutcome } from '@redoubt/storage';

const compress = createFrameCompressor(MERGED_LEVEL);

/** Merges segments as the running server would an hour from now, in one step. */
export const mergeOnce = (database: Database): Promise<MergeOutcome> =>
  mergeStep(database.pools.ingest, compress, -HOUR_MS);

/** Merges all segments that every projector has passed; says how many became one. */
export const mergeAll = async (database: Database): Promise<number> => {
  for (let merged = 0; ;) {
    const outcome = await mergeOnce(database);
    if (outcome === 'idle') return merged;
    if (outcome === 'busy') throw new Error('segments are being written by others');
    if (outcome === 'merged') merged += 1;
  }
};
