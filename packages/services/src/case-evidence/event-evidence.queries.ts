import type {
  getEventTimeline as timelineEndpoint,
  getLinkedEvents as linksEndpoint,
  QueryOf,
  ResponseOf,
} from '@redoubt/contracts';
import { allows, caseStateAt, fail, isFirstOf } from '@redoubt/domain';
import { DAY_MS, isJsonObject } from '@redoubt/kernel';
import {
  findCase,
  kindCodeOf,
  linkingValues,
  readEvent,
  readLinkedEvents,
  readTimeline,
  standingOfRow,
  type LinkedEvent,
  type StoredCase,
  type TenantTransaction,
  type TimelineRow,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { readCaseAccess } from '../cases/case-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { scopeIds } from '../environments/subtree.ts';
import { reading } from '../unit-of-work.ts';
import { findNotedEvent, type EventAddress } from './noted-event.ts';

const MAX_ENTRIES = 500;

/** Whether what the first of two people decided is kept from a reader, who may be the second. */
const isKeptFrom = ({ standing: { record } }: StoredCase, readerId: string): boolean =>
  record.outcome === null && record.second?.state === 'Waiting' && !isFirstOf(record, readerId);

/** Of an entry of a case, what was decided and why, or the code of what cancelled it. */
const decided = ({ subject, detail, body }: TimelineRow): Pick<TimelineRow, 'subject' | 'detail'> => {
  if (!isJsonObject(body)) return { subject, detail };
  const { verdict, note, reason, cause } = body;
  const said = isJsonObject(verdict ?? null) ? (verdict as Readonly<Record<string, unknown>>) : {};
  const texts = [said['reason'], reason, note].filter((text) => typeof text === 'string' && text !== '');
  return {
    subject: [said['decision'], cause].find((text) => typeof text === 'string') ?? null,
    detail: texts.length === 0 ? null : texts.join(' – '),
  };
};

type CaseSight = (stored: Pick<StoredCase, 'standing'>) => boolean;

/** Which cases a caller sees: of those who review, the ones of queues that are assigned to them. */
const readCaseSight = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson | null,
): Promise<CaseSight> => {
  if (!allows(context.capabilities, 'caseReview:read')) return () => false;
  const access = await readCaseAccess(trx, context, person);
  return (stored) => access.queueOf(stored) !== undefined;
};

/** All that happened to an event, newest first; to its case for those who see it. Throws EVENT-UNKNOWN, EVENT-ERASED, ENV-UNKNOWN. */
export const getEventTimeline = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  address: EventAddress,
): Promise<ResponseOf<typeof timelineEndpoint>> =>
  reading(context, async (trx) => {
    const { event, outline } = await findNotedEvent(trx, context, address);
    const rows = await readTimeline(trx, event, outline, MAX_ENTRIES);
    const { kind, eventId, environmentId } = event;
    const stored = await findCase(trx, environmentId, { kind: kindCodeOf(kind), eventId });
    const showsCase = stored !== undefined && (await readCaseSight(trx, context, person))(stored);
    const shown = rows.filter((row) => row.kind !== 'case' || showsCase);
    const veils = stored !== undefined && isKeptFrom(stored, context.actor.id);
    const bare = (row: TimelineRow): TimelineRow => (veils && row.what === 'decideFirst' ? { ...row, body: {} } : row);
    return {
      entries: shown.map((row) => ({
        at: row.at.toISOString(),
        kind: row.kind,
        what: row.what,
        by: row.by,
        ...(row.kind === 'case' ? decided(bare(row)) : { subject: row.subject, detail: row.detail }),
      })),
    };
  });

const caseOf = ({ case: row }: LinkedEvent, sees: CaseSight, nowMs: number) => {
  if (row === null) return null;
  const standing = standingOfRow(row);
  if (!sees({ standing })) return null;
  return {
    id: row.case_id,
    queueId: row.queue_id,
    state: caseStateAt(standing.record, nowMs),
    decision: row.decision,
  };
};

/**
 * Events of the environment and those below it that share values with one, within so many days around it. Throws
 * EVENT-UNKNOWN, EVENT-ERASED, ENV-UNKNOWN.
 */
export const getLinkedEvents = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  address: EventAddress,
  { attributes, match, days, list, limit }: QueryOf<typeof linksEndpoint>,
): Promise<ResponseOf<typeof linksEndpoint>> => {
  const { database, tenantId, clock } = context;
  const { event, outline, subtree, sees } = await reading(context, async (trx) => ({
    ...(await findNotedEvent(trx, context, address)),
    sees: await readCaseSight(trx, context, person),
  }));
  const stored = await readEvent(database, { tenantId, ...event });
  if (stored === undefined) throw fail('EVENT-UNKNOWN', { id: event.eventId });
  const all = linkingValues(stored.facts);
  const chosen = new Map([...all].filter(([attribute]) => attributes.includes(attribute)));
  // An attribute that the event does not have is shared with no other event.
  const isImpossible = match === 'all' && attributes.some((attribute) => !chosen.has(attribute));
  const found = isImpossible
    ? []
    : await readLinkedEvents(
        database,
        { tenantId, environmentIds: scopeIds(subtree, true) },
        {
          ...event,
          values: chosen,
          match,
          from: new Date(outline.eventTime.getTime() - days * DAY_MS),
          to: new Date(outline.eventTime.getTime() + days * DAY_MS),
          list,
          limit: limit + 1,
        },
      );
  const nowMs = clock.now();
  const events = found.slice(0, limit).map((each) => ({ ...each, case: caseOf(each, sees, nowMs) }));
  return {
    values: [...all].map(([attribute, values]) => ({ attribute, values: [...values] })),
    // An open case that the caller does not see is none to decide.
    events: events
      .filter((each) => list !== 'cases' || each.case !== null)
      .map((each) => ({
        environmentId: each.environmentId,
        environmentName: subtree.byId.get(each.environmentId)?.name ?? each.environmentId,
        eventType: each.kind,
        eventId: each.eventId,
        eventTime: each.eventTime.toISOString(),
        decision: each.decision,
        reason: each.reason,
        amount: each.amount,
        currency: each.currency,
        riskScore: each.riskScore,
        userId: each.userId,
        email: each.email,
        fraudLabel: each.fraudLabel,
        status: each.status,
        by: [...each.by],
        case: each.case,
      })),
    hasMore: found.length > limit,
  };
};
