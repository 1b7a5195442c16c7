import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { SegmentRow } from '../log/segment-codec.ts';

/** Segments looked at to cut one run, and what a run holds at most; a single larger segment is a run too. */
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
    const place = sql`tenant_id = ${tenantId} and environment_id = ${environmentId}`;
    const { rows: stream } = await sql<{ position: number }>`
      select coalesce(max(first_position + event_count - 1), 0) as position from (
        select first_position, event_count from commit_batch order by first_position desc limit 1) as newest`.execute(
      trx,
    );
    const { rows: ahead } = await sql<{ first: number; events: number; bytes: number }>`
      select first_position as first, event_count as events, octet_length(data) as bytes from segment
       where ${place} and first_position >= coalesce(
               (select first_position from segment where ${place} and first_position <= ${after}
                 order by first_position desc limit 1), 0)
       order by first_position limit ${MAX_SEGMENTS}`.execute(trx);
    let [events, bytes] = [0, 0];
    let chosen = 0;
    for (const segment of ahead) {
      const following = Math.max(0, Math.min(segment.events, segment.first + segment.events - 1 - after));
      if (events > 0 && (events + following > mostEvents || bytes + segment.bytes > MAX_BYTES)) break;
      events += following;
      bytes += segment.bytes;
      chosen += 1;
    }
    const [first, last] = [ahead[0], ahead[chosen - 1]];
    const newest = stream[0]?.position ?? 0;
    if (first === undefined || last === undefined) return { segments: [], isEnd: true, newest };
    const { rows: segments } = await sql<SegmentRow>`
      select tenant_id, environment_id, first_position, codec, heads, data from segment
       where ${place} and first_position between ${first.first} and ${last.first} order by first_position`.execute(trx);
    return { segments, isEnd: chosen === ahead.length && ahead.length < MAX_SEGMENTS, newest };
  });
