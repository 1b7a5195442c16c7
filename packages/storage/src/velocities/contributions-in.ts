import type pg from 'pg';
import { readHeads, type LogRange } from '../log/read-log.ts';
import { decodeBackfillEntries, type BackfillSegmentRow, type StoredBackfillEntry } from './backfill-codec.ts';

/** What stands at a position of the log for velocities: an event, or what a backfill found an older one to add. */
export type StoredContribution = {
  readonly position: number;
  readonly eventTimeMs: number;
  /** `CONTRIBUTION_NUMBERS` numbers each. */
  readonly contributions: readonly number[];
};

const NOTHING: readonly number[] = [];

/** What backfills wrote into a range; the transaction must see the range's tenants. */
export const readBackfillEntries = async (
  client: pg.ClientBase,
  { firstPosition, lastPosition }: Pick<LogRange, 'firstPosition' | 'lastPosition'>,
): Promise<readonly StoredBackfillEntry[]> => {
  const { rows } = await client.query<BackfillSegmentRow>({
    name: 'log-backfills',
    text: `select first_position, codec, data from velocity_backfill_segment
            where first_position between $1 and $2 order by first_position`,
    values: [firstPosition, lastPosition],
  });
  return rows.flatMap(decodeBackfillEntries);
};

/**
 * Everything of a range that counts, by position: what live events added and what backfills wrote. Positions that hold
 * nothing any more are left out. The transaction must see the range's tenants.
 */
export const contributionsIn = async (
  client: pg.ClientBase,
  range: LogRange,
): Promise<ReadonlyMap<number, StoredContribution>> => {
  const heads = await readHeads(client, range);
  const entries = await readBackfillEntries(client, range);
  return new Map<number, StoredContribution>([
    ...heads.map(({ position, eventTimeMs, contributions = NOTHING }): [number, StoredContribution] => [
      position,
      { position, eventTimeMs, contributions },
    ]),
    ...entries.map((entry): [number, StoredContribution] => [entry.position, entry]),
  ]);
};
