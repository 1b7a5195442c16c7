import type { Id } from '@redoubt/kernel';
import type pg from 'pg';
import { isAssessment, isErased, kindCodeOf, type StoredEvent, type StoredHead } from '../log/log-event.ts';
import { decodeHeads, decodeSegment, type SegmentRow } from '../log/segment-codec.ts';
import { subjectCodeOf } from '../projections/subject-codes.ts';

/** Names what an event is, or is about, among the targets of a request. */
export const targetKey = (environmentId: Id, code: number, id: string): string => `${environmentId} ${code} ${id}`;

/** What a stored event belongs to: an assessment to itself, a later event to what it is about. */
export const subjectKeyOf = (head: StoredHead): { readonly code: number; readonly id: string } | undefined => {
  if (isAssessment(head)) return { code: kindCodeOf(head.kind), id: head.eventId };
  const { subject } = head.facts;
  return subject === null ? undefined : { code: subjectCodeOf(subject.kind), id: subject.id };
};

/** A segment of which some events are a person's. */
export type SubjectSegment = {
  readonly row: SegmentRow & { readonly committed_at: string };
  readonly events: readonly StoredEvent[];
  /** Places of the person's events among them. */
  readonly mine: readonly number[];
};

export type SegmentRange = {
  readonly tenantId: Id;
  readonly environmentIds: readonly Id[];
  readonly after: number;
  readonly until: number;
};

/** Segments looked at in one transaction. */
const SEGMENTS = 64;
const COLUMNS = 'tenant_id, environment_id, first_position, committed_at::text as committed_at, codec, heads';

type OutlineRow = Omit<SegmentRow, 'data'> & { readonly committed_at: string; readonly data: Buffer | null };

/**
 * The next segments in order of position, those with events of the person whole.
 *
 * @param isMine decided by the head where that is enough; by the whole event else, which costs ten times as much to read.
 */
export const readSubjectSegments = async (
  client: pg.ClientBase,
  { tenantId, environmentIds, after, until }: SegmentRange,
  isMine: { readonly head: (head: StoredHead) => boolean; readonly event?: (event: StoredEvent) => boolean },
): Promise<{ readonly cursor: number; readonly isLast: boolean; readonly segments: readonly SubjectSegment[] }> => {
  const { rows } = await client.query<OutlineRow>(
    `select ${COLUMNS}, case when heads is null then data end as data from segment
      where tenant_id = $1 and environment_id = any($2::uuid[]) and first_position > $3 and first_position <= $4
      order by first_position limit ${SEGMENTS}`,
    [tenantId, environmentIds, after, until],
  );
  const segments: SubjectSegment[] = [];
  for (const row of rows) {
    const heads =
      row.heads === null
        ? decodeSegment({ ...row, data: row.data as Buffer })
        : decodeHeads({ ...row, heads: row.heads });
    if (!heads.some((head) => !isErased(head) && isMine.head(head))) continue;
    const whole = await client.query<{ data: Buffer }>(
      `select data from segment where tenant_id = $1 and environment_id = $2 and first_position = $3 and committed_at = $4`,
      [row.tenant_id, row.environment_id, row.first_position, row.committed_at],
    );
    const data = whole.rows[0]?.data;
    if (data === undefined) continue;
    const full = { ...row, data };
    const events = decodeSegment(full);
    const mine = events.flatMap((event, place) =>
      !isErased(event) && isMine.head(event) && (isMine.event?.(event) ?? true) ? [place] : [],
    );
    if (mine.length > 0) segments.push({ row: full, events, mine });
  }
  const last = rows.at(-1);
  return { cursor: last?.first_position ?? until, isLast: rows.length < SEGMENTS, segments };
};
