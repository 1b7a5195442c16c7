import type {
  getEventTimeline as timelineEndpoint,
  getLinkedEvents as linksEndpoint,
  QueryOf,
  ResponseOf,
} from '@redoubt/contracts';
import { caseStateAt, fail } from '@redoubt/domain';
import { DAY_MS, isJsonObject, type Id } from '@redoubt/kernel';
import {
  linkingValues,
  readEvent,
  readLinkedEvents,
  readTimeline,
  standingOfRow,
  type LinkedEvent,
  type TimelineRow,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { scopeIds } from '../environments/subtree.ts';
import { reading } from '../unit-of-work.ts';
import { findNotedEvent } from './noted-event.ts';

const MAX_ENTRIES = 500;

/** Of an entry of a case, what was decided and why. */
const decided = ({ subject, detail, body }: TimelineRow): Pick<TimelineRow, 'subject' | 'detail'> => {
  if (!isJsonObject(body)) return { subject, detail };
  const { verdict, note, reason } = body;
  const said = isJsonObject(verdict ?? null) ? (verdict as Readonly<Record<string, unknown>>) : {};
  const texts = [said['reason'], reason, note].filter((text) => typeof text === 'string' && text !== '');
  return {
    subject: typeof said['decision'] === 'string' ? said['decision'] : null,
    detail: texts.length === 0 ? null : texts.join(' – '),
  };
};

/** All that happened to an event, newest first. Throws EVENT-UNKNOWN, EVENT-ERASED, ENV-UNKNOWN. */
export const getEventTimeline = (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: Id,
  eventId: string,
): Promise<ResponseOf<typeof timelineEndpoint>> =>
  reading(context, async (trx) => {
    const { event, outline } = await findNotedEvent(trx, context, { eventType, eventEnvironmentId, eventId });
    const rows = await readTimeline(trx, event, outline, MAX_ENTRIES);
    return {
      entries: rows.map((row) => ({
        at: row.at.toISOString(),
        kind: row.kind,
        what: row.what,
        by: row.by,
        ...(row.kind === 'case' ? decided(row) : { subject: row.subject, detail: row.detail }),
      })),
    };
  });

const caseOf = ({ case: row }: LinkedEvent, nowMs: number) =>
  row === null
    ? null
    : {
        id: row.case_id,
        queueId: row.queue_id,
        state: caseStateAt(standingOfRow(row).record, nowMs),
        decision: row.decision,
      };

/**
 * Events of the environment and those below it that share values with one, within so many days around it. Throws
 * EVENT-UNKNOWN, EVENT-ERASED, ENV-UNKNOWN.
 */
export const getLinkedEvents = async (
  context: EnvironmentContext,
  eventType: string,
  eventEnvironmentId: Id,
  eventId: string,
  { attributes, match, days, list, limit }: QueryOf<typeof linksEndpoint>,
): Promise<ResponseOf<typeof linksEndpoint>> => {
  const { database, tenantId, clock } = context;
  const { event, outline, subtree } = await reading(context, (trx) =>
    findNotedEvent(trx, context, { eventType, eventEnvironmentId, eventId }),
  );
  const stored = await readEvent(database, { tenantId, ...event });
  if (stored === undefined) throw fail('EVENT-UNKNOWN', { id: eventId });
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
  return {
    values: [...all].map(([attribute, values]) => ({ attribute, values: [...values] })),
    events: found.slice(0, limit).map((each) => ({
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
      case: caseOf(each, nowMs),
    })),
    hasMore: found.length > limit,
  };
};
