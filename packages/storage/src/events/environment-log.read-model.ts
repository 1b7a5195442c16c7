import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { pieceAfter, readSegmentsIn, runIn } from '../log/environment-range.ts';
import type { SegmentRow } from '../log/segment-codec.ts';

/** What a run of segments holds at most, about; a single larger segment is a run too. */
const MAX_SEGMENTS = 256;
const MAX_BYTES = 1024 * 1024;

/** Part of the log of one environment. */
export type EnvironmentSegments = {
  /** In order of position; the first one may begin at or before the position that was asked after. */
  readonly segments: readonly SegmentRow[];
  /** Whether nothing followed when it was read. */
  readonly isEnd: boolean;
  /** Newest position of the whole log. */
  readonly newest: number;
};

/**
 * What follows a position in the log of an environment, as whole segments of about `mostEvents` events. The segment that holds
 * the position itself comes with it where it is still there.
 *
 * Positions are taken in the order of commits, so that nothing appears later below a position that was read.
 */
export const readEnvironmentSegments = (
  database: Database,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
  after: number,
  mostEvents: number,
): Promise<EnvironmentSegments> =>
  database.readTenant(tenantId, async (trx) => {
    const { rows: stream } = await sql<{ position: number }>`
      select coalesce(max(first_position + event_count - 1), 0) as position from (
        select first_position, event_count from commit_batch order by first_position desc limit 1) as newest`.execute(
      trx,
    );
    const newest = stream[0]?.position ?? 0;
    const run = runIn(trx);
    const scope = { tenantId, environmentIds: [environmentId] };
    const limits = { segments: MAX_SEGMENTS, events: mostEvents, bytes: MAX_BYTES };
    const piece = await pieceAfter(run, scope, { after, until: Number.MAX_SAFE_INTEGER }, limits);
    const range = { after: after - 1, until: piece?.until ?? after };
    const segments = await readSegmentsIn<SegmentRow>(run, scope, range);
    return { segments, isEnd: piece?.isEnd ?? true, newest };
  });
