import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { invariant } from '@redoubt/kernel';

/** What a backfill found an old event to add to velocities. */
export type BackfillEntry = {
  /** Where the event stands in the log. */
  readonly originPosition: number;
  readonly eventTimeMs: number;
  /** `CONTRIBUTION_NUMBERS` numbers each, as they would stand in the head of the event. */
  readonly contributions: readonly number[];
};

/** An entry where it stands in the log itself: there it is applied. */
export type StoredBackfillEntry = BackfillEntry & { readonly position: number };

export type BackfillSegmentRow = {
  readonly first_position: number;
  readonly codec: number;
  readonly data: Buffer;
};

/** Codec 1: a JSON array of `[origin position, event time, contributions]`, compressed with zstd. */
export const BACKFILL_CODEC = 1;

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

type Row = readonly [number, number, readonly number[]];

export const encodeBackfillEntries = (entries: readonly BackfillEntry[]): Buffer => {
  const rows = entries.map(({ originPosition, eventTimeMs, contributions }): Row => [
    originPosition,
    eventTimeMs,
    contributions,
  ]);
  return zstdCompressSync(Buffer.from(JSON.stringify(rows)), COMPRESSION);
};

/** The entries of a row of `velocity_backfill_segment`, in order of position. */
export const decodeBackfillEntries = (row: BackfillSegmentRow): readonly StoredBackfillEntry[] => {
  invariant(row.codec === BACKFILL_CODEC, `the codec ${row.codec} of a backfill is known`);
  const rows = JSON.parse(zstdDecompressSync(row.data).toString('utf8')) as readonly Row[];
  return rows.map(([originPosition, eventTimeMs, contributions], ordinal) => ({
    position: row.first_position + ordinal,
    originPosition,
    eventTimeMs,
    contributions,
  }));
};
