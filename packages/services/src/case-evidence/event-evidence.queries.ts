import type {
  getEventTimeline as timelineEndpoint,
  getLinkedEvents as linksEndpoint,
  getLinkSummary as summaryEndpoint,
  LinkCounts,
  LinkingAttribute,
  QueryOf,
  ResponseOf,
} from '@redoubt/contracts';
import { allows, caseStateAt, fail, isFirstOf } from '@redoubt/domain';
import { DAY_MS, isJsonObject, type Id, type Json } from '@redoubt/kernel';
import {
  countLinkedEvents,
  findCase,
  kindCodeOf,
  linkingValues,
  readEvent,
  readLinkedEvents,
  readOwnLinkingValues,
  readTimeline,
  standingOfRow,
  type LinkedEvent,
  type LinkGroup,
  type StoredCase,
  type TenantTransaction,
  type TimelineRow,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { readCaseAccess } from '../cases/case-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { scopeIds } from '../environments/subtree.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { readEventMask, readSeenReasons } from '../privacy/event-masks.ts';
import { maskLinkedEvent, maskLinkingValues } from '../privacy/mask-answers.ts';
import { requireSearchOn } from '../search-index/require-search-on.ts';
import { reading } from '../unit-of-work.ts';
import { findNotedEvent, type EventAddress, type FoundEvent } from './noted-event.ts';

const MAX_ENTRIES = 500;

/** Whether what the first of two people decided is kept from a reader, who may be the second. */
const isKeptFrom = ({ standing: { record } }: StoredCase, readerId: string): boolean =>
  record.outcome === null && record.second?.state === 'Waiting' && !isFirstOf(record, readerId);

const textIn = (owner: Json | undefined, name: string): string | null => {
  const text = owner !== undefined && isJsonObject(owner) ? owner[name] : null;
  return typeof text === 'string' ? text : null;
};

/** Of an entry of a case, what was decided and why, whom it was assigned to, the code of what cancelled it, or its queue. */
const decided = ({ subject, detail, body }: TimelineRow): Pick<TimelineRow, 'subject' | 'detail'> => {
  if (!isJsonObject(body)) return { subject, detail };
  const { verdict, assignee } = body;
  const texts = [textIn(verdict, 'reason'), textIn(body, 'reason'), textIn(body, 'note')].filter(Boolean);
  return {
    subject: textIn(verdict, 'decision') ?? textIn(assignee, 'name') ?? textIn(body, 'cause') ?? textIn(body, 'queue'),
    detail: texts.length === 0 ? null : texts.join(' – '),
  };
};

type CaseSight = {
  readonly sees: (stored: Pick<StoredCase, 'standing'>) => boolean;
  /** Whether the cases of a queue are all seen. */
  readonly seesQueue: (queueId: Id) => boolean;
};

/** Which cases a caller sees: of those who review, the ones of queues that are assigned to them. */
const readCaseSight = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson | null,
): Promise<CaseSight> => {
  if (!allows(context.capabilities, 'caseReview:read')) return { sees: () => false, seesQueue: () => false };
  const { queueOf, seesQueue } = await readCaseAccess(trx, context, person);
  return { sees: (stored) => queueOf(stored) !== undefined, seesQueue };
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
    const showsCase = stored !== undefined && (await readCaseSight(trx, context, person)).sees(stored);
    const shown = rows.filter((row) => row.kind !== 'case' || showsCase);
    const veils = stored !== undefined && isKeptFrom(stored, context.actor.id);
    const bare = (row: TimelineRow): TimelineRow => (veils && row.what === 'decideFirst' ? { ...row, body: {} } : row);
    const mask = await readEventMask(trx, context, event);
    const veil = (text: string | null): string | null => (text === null || mask === null ? text : mask.text(text));
    return {
      entries: shown.map((row) => {
        const { subject, detail } = row.kind === 'case' ? decided(bare(row)) : row;
        return {
          at: row.at.toISOString(),
          kind: row.kind,
          what: row.what,
          by: row.by,
          subject: veil(subject),
          detail: veil(detail),
        };
      }),
    };
  });

const caseOf = ({ case: row }: LinkedEvent, sees: CaseSight['sees'], nowMs: number) => {
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

const shownValues = (
  context: EnvironmentContext,
  { environmentId }: FoundEvent['event'],
  attribute: LinkingAttribute,
  values: readonly string[],
): string[] => (seesMasks(context, environmentId) ? maskLinkingValues(attribute, values) : [...values]);

/** What links of an event start from: its values, where they are looked for, and whose cases the caller sees. @throws `SRCH-OFF`. */
const readLinking = async (context: EnvironmentContext, person: SignedInPerson | null, address: EventAddress) => {
  const { database, tenantId } = context;
  const { event, outline, subtree, sight } = await reading(context, async (trx) => {
    await requireSearchOn(trx);
    return { ...(await findNotedEvent(trx, context, address)), sight: await readCaseSight(trx, context, person) };
  });
  const stored = await readEvent(database, { tenantId, ...event });
  if (stored === undefined) throw fail('EVENT-UNKNOWN', { id: event.eventId });
  const own = await readOwnLinkingValues(database, tenantId, event);
  const atMs = outline.eventTime.getTime();
  return {
    event,
    subtree,
    ...sight,
    scope: { tenantId, environmentIds: scopeIds(subtree, true) },
    values: new Map([...linkingValues(stored.facts), ...own]),
    around: (days: number) => ({ from: new Date(atMs - days * DAY_MS), to: new Date(atMs + days * DAY_MS) }),
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
  const { database, clock } = context;
  const { event, scope, subtree, sees, values: all, around } = await readLinking(context, person, address);
  const times = around(days);
  const chosen = new Map([...all].filter(([attribute]) => attributes.includes(attribute)));
  // An attribute that the event does not have is shared with no other event.
  const isImpossible = match === 'all' && attributes.some((attribute) => !chosen.has(attribute));
  const found = isImpossible
    ? []
    : await readLinkedEvents(database, scope, {
        ...event,
        values: chosen,
        match,
        ...times,
        list,
        limit: limit + 1,
      });
  const nowMs = clock.now();
  const events = found.slice(0, limit).map((each) => ({ ...each, case: caseOf(each, sees, nowMs) }));
  // An open case that the caller does not see is none to decide.
  const shown = events
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
      userName: each.userName,
      email: each.email,
      fraudLabel: each.fraudLabel,
      status: each.status,
      by: [...each.by],
      case: each.case,
    }));
  const told = await readSeenReasons(context, shown);
  return {
    values: [...all].map(([attribute, values]) => ({
      attribute,
      values: shownValues(context, event, attribute, values),
    })),
    from: times.from.toISOString(),
    to: times.to.toISOString(),
    events: told.map((linked) => (seesMasks(context, linked.environmentId) ? maskLinkedEvent(linked) : linked)),
    hasMore: found.length > limit,
  };
};

const linkCounts = (groups: readonly LinkGroup[], seesQueue: CaseSight['seesQueue']): LinkCounts => {
  const sum = (of: (group: LinkGroup) => number): number => groups.reduce((total, group) => total + of(group), 0);
  const byCurrency = [...Map.groupBy(groups, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    events: some.reduce((total, { events }) => total + events, 0),
    amount: some.reduce((total, { amount }) => total + amount, 0),
  }));
  return {
    events: sum(({ events }) => events),
    waiting: sum(({ queueId, events }) => (queueId !== null && seesQueue(queueId) ? events : 0)),
    good: sum(({ good }) => good),
    bad: sum(({ bad }) => bad),
    amounts: byCurrency
      .filter(({ amount }) => amount !== 0)
      .toSorted((one, other) => other.events - one.events || (one.currency ?? '').localeCompare(other.currency ?? ''))
      .map(({ currency, amount }) => ({ currency, amount })),
  };
};

/**
 * How many events of the environment and those below it share values with one, by attribute, within so many days around it.
 * Throws EVENT-UNKNOWN, EVENT-ERASED, ENV-UNKNOWN.
 */
export const getLinkSummary = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  address: EventAddress,
  { days }: QueryOf<typeof summaryEndpoint>,
): Promise<ResponseOf<typeof summaryEndpoint>> => {
  const { event, scope, seesQueue, values, around } = await readLinking(context, person, address);
  const groups = await countLinkedEvents(context.database, scope, { ...event, values, ...around(days) });
  const countsOf = (attribute: LinkGroup['attribute']): LinkCounts =>
    linkCounts(
      groups.filter((group) => group.attribute === attribute),
      seesQueue,
    );
  return {
    all: countsOf(null),
    attributes: [...values].map(([attribute, texts]) => ({
      attribute,
      values: shownValues(context, event, attribute, texts),
      ...countsOf(attribute),
    })),
  };
};
