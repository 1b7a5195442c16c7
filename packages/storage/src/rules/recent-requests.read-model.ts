import { isAssessmentKind, kindFacts, type LoggedKind, type LoggedRelatedKind } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { isErased, kindCodeOf } from '../log/log-event.ts';
import { decodeSegment } from '../log/segment-codec.ts';
import { mergedKindCode, subjectCodeOf } from '../projections/subject-codes.ts';

type Place = { readonly tenantId: Id; readonly environmentId: Id; readonly kind: LoggedKind };
type Segment = Parameters<typeof decodeSegment>[0] & { readonly first_position: number };

/** Segments read at once: the newest, whatever they hold. */
const NEWEST_SEGMENTS = 4;
/** Minutes of the last seven days with assessments of a kind that are looked through. */
const MINUTES = 60;

const segmentsOf = (trx: TenantTransaction, { tenantId, environmentId }: Place) =>
  trx
    .selectFrom('segment')
    .select(['tenant_id', 'environment_id', 'first_position', 'codec', 'heads', 'data'])
    .where('tenant_id', '=', tenantId)
    .where('environment_id', '=', environmentId)
    .orderBy('first_position', 'desc');

/** Where the newest assessments of a kind stand: roll-ups know the minutes, and the search table what is in them. */
const assessmentPositions = (trx: TenantTransaction, { tenantId, environmentId, kind }: Place, limit: number) =>
  sql<{ position: number }>`
    with m as (
      select distinct minute from rollup_minute
       where tenant_id = ${tenantId}::uuid and environment_id = ${environmentId}::uuid and kind = ${kindCodeOf(kind)}
         and minute >= now() - interval '7 days'
       order by minute desc limit ${MINUTES}
    )
    select s.position from m join event_search s on s.tenant_id = ${tenantId}::uuid
       and s.environment_id = ${environmentId}::uuid and s.kind = ${kindCodeOf(kind)}
       and s.event_time >= m.minute and s.event_time < m.minute + interval '1 minute'
     order by s.position desc limit ${limit}`.execute(trx);

/** The same for later events about assessments. */
const relatedPositions = (
  trx: TenantTransaction,
  { tenantId, environmentId }: Place,
  kind: LoggedRelatedKind,
  limit: number,
) => {
  const { about } = kindFacts(kind);
  return sql<{ position: number }>`
    select position from related_event
     where tenant_id = ${tenantId}::uuid and environment_id = ${environmentId}::uuid
       and subject_kind = ${about === undefined ? 0 : subjectCodeOf(about)} and kind = ${mergedKindCode(kind)}
     order by position desc limit ${limit}`.execute(trx);
};

/**
 * Segments before a position that hold the newest events of the kind, for places where the newest hold others.
 *
 * @param limit events of the kind, those from the position on among them
 */
const olderSegments = async (
  trx: TenantTransaction,
  place: Place,
  before: number,
  limit: number,
): Promise<readonly Segment[]> => {
  const { kind } = place;
  const { rows } = isAssessmentKind(kind)
    ? await assessmentPositions(trx, place, limit)
    : await relatedPositions(trx, place, kind, limit);
  const positions = rows.map(({ position }) => position).filter((position) => position < before);
  if (positions.length === 0) return [];
  return segmentsOf(trx, place)
    .where(
      'first_position',
      'in',
      sql<number>`(select distinct s.first_position
        from unnest(${positions}::bigint[]) as p(position)
        cross join lateral (
          select first_position from segment
           where tenant_id = ${place.tenantId}::uuid and environment_id = ${place.environmentId}::uuid
             and first_position <= p.position
           order by first_position desc limit 1
        ) s)`,
    )
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
    take(await olderSegments(trx, place, oldest.first_position, limit));
  return requests;
};
