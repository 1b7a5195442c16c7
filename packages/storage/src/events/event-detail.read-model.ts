import type { LoggedAssessmentKind, LoggedKind, LoggedRelatedKind } from '@redoubt/domain';
import type { Id, Json, JsonObject } from '@redoubt/kernel';
import type { Database, TenantTransaction } from '../database/database.ts';
import { runIn } from '../log/environment-range.ts';
import { isAssessment, kindCodeOf, kindOfCode, type PurchaseFacts, type StoredEvent } from '../log/log-event.ts';
import { FIND_SEGMENT } from '../log/read-log.ts';
import { decodeSegment, eventsWithin, onlyAt, type SegmentRow } from '../log/segment-codec.ts';
import type { FraudLabel } from '../schema/events/projection-tables.ts';

/** A status, chargeback or label as it stands now, after everything that was said about it. */
export type RelatedRecord = {
  readonly kind: LoggedRelatedKind;
  readonly id: string;
  /** Of the newest event about it. */
  readonly receivedAt: Date;
  readonly eventTime: Date;
  readonly body: JsonObject;
};

/** Everything kept about one assessment event. */
export type EventRecord = {
  readonly environmentId: Id;
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
  readonly position: number;
  readonly eventTime: Date;
  readonly receivedAt: Date;
  readonly historical: boolean;
  readonly correlationId: string;
  readonly facts: PurchaseFacts;
  readonly request: Json;
  /** As handed to the log: see `LogEvent`. */
  readonly inputs: Json;
  readonly result: Json;
  readonly fraudLabel: FraudLabel;
  readonly status: string | null;
  readonly related: readonly RelatedRecord[];
};

type EventReference = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
};

type Home = Pick<EventReference, 'tenantId' | 'environmentId'>;

const readSegment = async (trx: TenantTransaction, reference: Home, position: number) => {
  const batch = await trx
    .selectFrom('commit_batch')
    .select('committed_at')
    .where('first_position', '<=', position)
    .orderBy('first_position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  // Times from the driver stop at the millisecond.
  const committedBefore = new Date(batch.committed_at.getTime() + 1);
  const [segment] = await runIn(trx)<SegmentRow>(FIND_SEGMENT, [
    reference.tenantId,
    reference.environmentId,
    committedBefore,
    position,
  ]);
  if (segment === undefined) throw new Error(`No segment holds position ${position}`);
  return segment;
};

const readStored = async (trx: TenantTransaction, reference: Home, position: number) =>
  eventsWithin(await readSegment(trx, reference, position), onlyAt(position))[0];

/** What identifies an event within a tenant. */
export type RequestKey = { readonly environmentId: Id; readonly kind: LoggedKind; readonly eventId: string };

/** Requests of some events, in their order; undefined for those that are not there. Events side by side are read at once. */
export const readRequests = async (
  trx: TenantTransaction,
  tenantId: Id,
  keys: readonly RequestKey[],
): Promise<readonly (Json | undefined)[]> => {
  const nameOf = ({ environmentId, kind, eventId }: RequestKey): string => `${environmentId} ${kind} ${eventId}`;
  const requests = new Map<string, Json>();
  for (const some of Map.groupBy(keys, ({ environmentId, kind }) => `${environmentId} ${kind}`).values()) {
    const [{ environmentId, kind }] = some as [RequestKey];
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and one or two kinds
    const rows = await trx
      .selectFrom('event_search')
      .select(['event_id', 'position'])
      .where('tenant_id', '=', tenantId)
      .where('environment_id', '=', environmentId)
      .where('kind', '=', kindCodeOf(kind))
      .where(
        'event_id',
        'in',
        some.map(({ eventId }) => eventId),
      )
      .orderBy('position')
      .execute();
    let events = new Map<number, StoredEvent>();
    for (const { event_id: eventId, position } of rows) {
      if (!events.has(position)) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- each segment once
        const segment = await readSegment(trx, { tenantId, environmentId }, position);
        events = new Map(decodeSegment(segment).map((event) => [event.position, event]));
      }
      const stored = events.get(position);
      if (stored !== undefined && isAssessment(stored))
        requests.set(nameOf({ environmentId, kind, eventId }), JSON.parse(stored.requestText) as Json);
    }
  }
  return keys.map((key) => requests.get(nameOf(key)));
};

const readRelated = async (trx: TenantTransaction, reference: EventReference): Promise<RelatedRecord[]> => {
  const rows = await trx
    .selectFrom('related_event')
    .select(['kind', 'related_id', 'received_at', 'event_time', 'body'])
    .where('tenant_id', '=', reference.tenantId)
    .where('environment_id', '=', reference.environmentId)
    .where('subject_kind', '=', kindCodeOf(reference.kind))
    .where('subject_id', '=', reference.eventId)
    .orderBy('event_time')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    kind: kindOfCode(row.kind) as LoggedRelatedKind,
    id: row.related_id,
    receivedAt: row.received_at,
    eventTime: row.event_time,
    body: row.body as JsonObject,
  }));
};

/**
 * One event with its request, recorded inputs and result, and what came later; undefined where there is none (or it was
 * stored less than a moment ago and the search rows have not caught up).
 */
export const readEvent = (database: Database, reference: EventReference): Promise<EventRecord | undefined> =>
  database.readTenant(reference.tenantId, async (trx) => {
    const row = await trx
      .selectFrom('event_search')
      .select(['position', 'event_time', 'received_at', 'historical', 'fraud_label', 'status'])
      .where('tenant_id', '=', reference.tenantId)
      .where('environment_id', '=', reference.environmentId)
      .where('kind', '=', kindCodeOf(reference.kind))
      .where('event_id', '=', reference.eventId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const stored = await readStored(trx, reference, row.position);
    if (stored === undefined || !isAssessment(stored) || stored.eventId !== reference.eventId) {
      throw new Error(`Position ${row.position} does not hold the event its search row names`);
    }
    return {
      environmentId: reference.environmentId,
      kind: stored.kind,
      eventId: stored.eventId,
      position: row.position,
      eventTime: row.event_time,
      receivedAt: row.received_at,
      historical: row.historical,
      correlationId: stored.correlationId,
      facts: stored.facts,
      request: JSON.parse(stored.requestText) as Json,
      inputs: JSON.parse(stored.inputsText) as Json,
      result: JSON.parse(stored.resultText) as Json,
      fraudLabel: row.fraud_label,
      status: row.status,
      related: await readRelated(trx, reference),
    };
  });
