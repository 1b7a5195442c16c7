import type { Id } from '@redoubt/kernel';
import type pg from 'pg';
import { isAssessment, isErased, kindCodeOf, type StoredEvent, type StoredHead } from '../log/log-event.ts';
import { OUTLINE, pieceAfter, readSegmentsIn, runOn } from '../log/environment-range.ts';
import { decodeSegment, headsWithin, isWithin, type OutlineRow, type SegmentRow } from '../log/segment-codec.ts';
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
  readonly row: SegmentRow & { readonly committed_at: string; readonly span: number | null };
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

/** What one transaction looks at, about. */
const LIMITS = { segments: 64, events: 1000 };

type Listed = { readonly environment_id: Id; readonly first_position: number; readonly committed_at: string };
type ListedRow = OutlineRow & Listed & { readonly span: number | null };

/**
 * The next segments in order of position, those with events of the person whole. The transaction holds the segments of the tenant,
 * see `lockSegments`.
 *
 * @param isMine decided by the head where that is enough; by the whole event else, which costs ten times as much to read.
 */
export const readSubjectSegments = async (
  client: pg.ClientBase,
  { tenantId, environmentIds, after, until }: SegmentRange,
  isMine: { readonly head: (head: StoredHead) => boolean; readonly event?: (event: StoredEvent) => boolean },
): Promise<{ readonly cursor: number; readonly isLast: boolean; readonly segments: readonly SubjectSegment[] }> => {
  const run = runOn(client);
  const scope = { tenantId, environmentIds };
  const piece = await pieceAfter(run, scope, { after, until }, LIMITS);
  if (piece === undefined) return { cursor: until, isLast: true, segments: [] };
  const rows = await readSegmentsIn<ListedRow>(run, scope, piece, OUTLINE);
  const segments: SubjectSegment[] = [];
  for (const row of rows) {
    if (!headsWithin(row, piece).some((head) => !isErased(head) && isMine.head(head))) continue;
    const whole = await client.query<{ data: Buffer }>(
      `select data from segment where tenant_id = $1 and environment_id = $2 and first_position = $3 and committed_at = $4`,
      [row.tenant_id, row.environment_id, row.first_position, row.committed_at],
    );
    const data = whole.rows[0]?.data;
    if (data === undefined) throw new Error(`The segment at ${row.first_position} is gone`);
    const full = { ...row, data };
    const events = decodeSegment(full);
    const mine = events.flatMap((event, place) =>
      isWithin(piece, event.position) && !isErased(event) && isMine.head(event) && (isMine.event?.(event) ?? true)
        ? [place]
        : [],
    );
    if (mine.length > 0) segments.push({ row: full, events, mine });
  }
  return { cursor: piece.until, isLast: piece.isEnd, segments };
};
