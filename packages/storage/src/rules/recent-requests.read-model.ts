import type { LoggedKind } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { isErased, kindCodeOf } from '../log/log-event.ts';
import { decodeSegment } from '../log/segment-codec.ts';

type Place = { readonly tenantId: Id; readonly environmentId: Id; readonly kind: LoggedKind };
type Segment = Parameters<typeof decodeSegment>[0] & { readonly first_position: number };

/** Segments read at once: the newest, whatever they hold. */
const NEWEST_SEGMENTS = 4;
/** Minutes with events of the kind whose segments are read after those, and how many segments at most. */
const MINUTES = 20;
const OLDER_SEGMENTS = 24;

const segmentsOf = (trx: TenantTransaction, { tenantId, environmentId }: Place) =>
  trx
    .selectFrom('segment')
    .select(['tenant_id', 'environment_id', 'first_position', 'codec', 'heads', 'data'])
    .where('tenant_id', '=', tenantId)
    .where('environment_id', '=', environmentId)
    .orderBy('first_position', 'desc');

/**
 * Segments of the minutes of the last seven days that roll-ups have the kind in: where others come by the thousand, the
 * newest segments hold none of it. What is received in a minute is stored a little later.
 */
const olderSegments = async (trx: TenantTransaction, place: Place, before: number): Promise<readonly Segment[]> => {
  const { rows } = await sql<{ minute: Date }>`
    select distinct minute from rollup_minute
     where tenant_id = ${place.tenantId}::uuid and environment_id = ${place.environmentId}::uuid
       and kind = ${kindCodeOf(place.kind)} and minute >= now() - interval '7 days'
     order by minute desc limit ${MINUTES}`.execute(trx);
  if (rows.length === 0) return [];
  const minutes = rows.map(({ minute }) => minute);
  return segmentsOf(trx, place)
    .where('first_position', '<', before)
    .where('committed_at', '>=', minutes.at(-1) ?? new Date(0))
    .where(
      sql<boolean>`exists (select from unnest(${minutes}::timestamptz[]) as m(minute)
                            where committed_at >= m.minute and committed_at < m.minute + interval '90 seconds')`,
    )
    .limit(OLDER_SEGMENTS)
    .execute();
};

/** Bodies of the newest events of a kind in an environment, newest first, card data masked; erased ones left out. */
export const readRecentRequests = async (
  trx: TenantTransaction,
  place: Place,
  limit: number,
): Promise<readonly Json[]> => {
  const requests: Json[] = [];
  const take = (segments: readonly Segment[]): void => {
    for (const segment of segments) {
      if (requests.length === limit) return;
      const events = decodeSegment(segment).filter((event) => event.kind === place.kind && !isErased(event));
      for (const { requestText } of events.toReversed().slice(0, limit - requests.length))
        requests.push(JSON.parse(requestText) as Json);
    }
  };
  const newest = await segmentsOf(trx, place).limit(NEWEST_SEGMENTS).execute();
  take(newest);
  const oldest = newest.at(-1);
  if (requests.length < limit && newest.length === NEWEST_SEGMENTS && oldest)
    take(await olderSegments(trx, place, oldest.first_position));
  return requests;
};
