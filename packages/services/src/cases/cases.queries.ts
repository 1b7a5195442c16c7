import type {
  getCase as caseEndpoint,
  getCaseHistory as historyEndpoint,
  getQueueCases as listEndpoint,
} from '@redoubt/contracts';
import type { CaseEntry, LostLease, QueryOf, ResponseOf } from '@redoubt/contracts';
import {
  allows,
  CANCEL_CAUSES,
  fail,
  isAssessmentKind,
  isBuiltInKind,
  isDefinedKind,
  isFirstOf,
  lostLease,
  type AssessmentName,
  type EventMask,
} from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import {
  countCases,
  findCase,
  kindCodeOf,
  listCaseEntries,
  listCases,
  listConsequences,
  readEventCustomers,
  type CaseCursor,
  type CaseOrder,
  type CaseQueue,
  type StoredCase,
  type StoredCaseEntry,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { readCaseConfiguration } from '../case-settings/read-case-settings.ts';
import type { EnvironmentContext } from '../context.ts';
import { readEventMask } from '../privacy/event-masks.ts';
import { isPersonalField, maskSearched } from '../privacy/mask-answers.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { failAt } from '../problems.ts';
import { reading } from '../unit-of-work.ts';
import { readBlockableLists } from './block.ts';
import { readCaseAccess, type CaseAccess } from './case-access.ts';
import { eventKeyOf, seenCase, seenCases } from './seen-cases.ts';
import { caseSummaryOf, decisionOptionsOf, queueFactsOf, type OwnFirst } from './case-summary.ts';
import { readFirstDecision } from './decision.ts';

/** What a list is ordered by, as its cursors keep it: the place in one order is none in another. */
const orderName = ({ orderBy, direction }: Pick<CaseOrder, 'orderBy' | 'direction'>): string =>
  `${orderBy} ${direction}`;

const cursorText = (cursor: CaseCursor | null, order: CaseOrder): string | null =>
  cursor && Buffer.from(JSON.stringify({ ...cursor, of: orderName(order) })).toString('base64url');

/** Throws REQ-INVALID for a cursor that no list of this order gave. */
const readCursor = (text: string | undefined, order: CaseOrder): CaseCursor | null => {
  if (text === undefined) return null;
  try {
    const { part, value, position, of } = JSON.parse(Buffer.from(text, 'base64url').toString()) as CaseCursor & {
      readonly of: string;
    };
    const isCursor =
      of === orderName(order) &&
      Number.isInteger(part) &&
      Number.isInteger(position) &&
      (value === null || typeof value === 'string');
    if (isCursor) return { part, value, position };
  } catch {
    // Answered below.
  }
  throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'query.cursor', message: 'is no cursor of this list' }]);
};

/** Customers of some cases of an environment, by case; none for callers who may not search events. */
const readCustomers = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  cases: readonly StoredCase[],
): Promise<ReadonlyMap<Id, string>> => {
  const { environmentId, capabilities } = context;
  const masks = seesMasks(context, environmentId);
  const shown = (field: 'userName' | 'userId', value: string | null): string | null =>
    masks && value !== null ? maskSearched(field, value) : value;
  const customers = new Map<Id, string>();
  if (!allows(capabilities, 'search:read')) return customers;
  for (const [eventType, some] of Map.groupBy(cases, (each) => each.eventType)) {
    const ids = some.map(({ key }) => key.eventId);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and one or two assessments
    const found = await readEventCustomers(trx, eventType as AssessmentName, ids);
    const names = new Map(
      found
        .filter((event) => event.environmentId === environmentId)
        .map(({ eventId, userName, userId }) => [eventId, shown('userName', userName) ?? shown('userId', userId)]),
    );
    for (const { id, key } of some) {
      const name = names.get(key.eventId);
      if (name) customers.set(id, name);
    }
  }
  return customers;
};

/** Whether a queue is ordered by values that the caller sees masked. */
const hidesOrder = (context: EnvironmentContext, { orderBy }: Pick<CaseOrder, 'orderBy'>): boolean =>
  seesMasks(context, context.environmentId) && isPersonalField(orderBy);

/** Cases of a queue that the caller sees. Throws QUEUE-UNKNOWN. */
export const getQueueCases = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  queueId: Id,
  { list, since: from, cursor, limit, ...asked }: QueryOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> =>
  reading(context, async (trx) => {
    const { environmentId, clock, actor } = context;
    const at = new Date(clock.now());
    const since = from === undefined ? new Date(clock.now() - DAY_MS) : new Date(from);
    const access = await readCaseAccess(trx, context, person);
    const queue = access.queue(queueId);
    const order = {
      environmentId,
      queueId,
      orderBy: asked.order ?? queue.orderBy,
      direction: asked.direction ?? queue.direction,
    };
    const { rule, assignee, dueHours } = asked;
    const dueUntil = dueHours === undefined ? undefined : new Date(clock.now() + dueHours * HOUR_MS);
    const filter = { rule, assignee, agentId: actor.id, dueUntil };
    const page = await listCases(trx, order, { list, at, since, cursor: readCursor(cursor, order), limit, ...filter });
    const assessments = new Set(page.cases.map(({ eventType }) => eventType as AssessmentName));
    if (queue.assessment !== null) assessments.add(queue.assessment as AssessmentName);
    const decisions: ResponseOf<typeof listEndpoint>['decisions'] = [];
    for (const assessment of assessments) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and one or two assessments
      const configuration = await readCaseConfiguration(trx, environmentId, assessment);
      decisions.push({ assessment, options: decisionOptionsOf(configuration) });
    }
    const customers = await readCustomers(trx, context, page.cases);
    const cases = await seenCases(trx, context, page.cases);
    return {
      canReview: access.canReview,
      canManage: access.canManage,
      canBlock: await readBlockableLists(trx, context),
      queue: queueFactsOf(queue),
      decisions,
      cases: cases.map((stored) => ({
        ...caseSummaryOf(stored, queue, context),
        customer: customers.get(stored.id) ?? null,
      })),
      total: await countCases(trx, order, list, { at, since, ...filter }),
      // A page begins with the value that the one before ended with; a masked one is not given away by that.
      nextCursor: hidesOrder(context, order) ? null : cursorText(page.next, order),
      asOf: at.toISOString(),
    };
  });

const caseInSight = (access: CaseAccess, stored: StoredCase | undefined) => {
  const queue = stored && access.queueOf(stored);
  return stored === undefined || queue === undefined ? undefined : { stored, queue };
};

const readOwnFirst = async (
  trx: TenantTransaction,
  stored: StoredCase,
  agentId: string,
): Promise<OwnFirst | undefined> => {
  if (!isFirstOf(stored.standing.record, agentId)) return undefined;
  const first = await readFirstDecision(trx, stored);
  return first && { ...first.verdict, byId: first.actorId, by: first.actor, source: first.source };
};

/** Entries that are looked back at for what took a case from its agent. */
const LOOKED_BACK = 20;

/** Decisions of all kinds take a case alike. */
const LOST_AS: Readonly<Record<string, LostLease['action']>> = { decideFirst: 'decide', disagree: 'decide' };

/** An entry without what the first of two people decided, as long as a second one is to decide without knowing. */
const unveiled = (entry: StoredCaseEntry, { record }: StoredCase['standing'], readerId: string): StoredCaseEntry => {
  const isVeiled = record.second?.state === 'Waiting' && record.outcome === null && entry.action === 'decideFirst';
  return isVeiled && entry.actorId !== readerId ? { ...entry, body: {} } : entry;
};

const readLost = async (
  trx: TenantTransaction,
  { key, standing }: StoredCase,
  agentId: string,
): Promise<LostLease | null> => {
  const entries = await listCaseEntries(trx, key, { before: null, limit: LOOKED_BACK });
  const lost = lostLease(entries, agentId);
  if (lost === null) return null;
  const { action, at, actor, body } = unveiled(lost, standing, agentId);
  const { decision = null } = (body['verdict'] ?? {}) as { readonly decision?: string };
  return { action: LOST_AS[action] ?? (action as LostLease['action']), by: actor, at: at.toISOString(), decision };
};

type CaseDetail = ResponseOf<typeof caseEndpoint>;

const caseDetail = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  access: CaseAccess,
  { stored, queue }: { readonly stored: StoredCase; readonly queue: CaseQueue },
): Promise<CaseDetail> => {
  const { environmentId, clock, actor } = context;
  const configuration = await readCaseConfiguration(trx, environmentId, stored.eventType as AssessmentName);
  const consequences = await listConsequences(trx, stored.key);
  const mask = await readEventMask(trx, context, eventKeyOf(stored));
  return {
    canReview: access.canReview,
    canManage: access.canManage,
    canBlock: await readBlockableLists(trx, context),
    case: caseSummaryOf(
      await seenCase(trx, context, stored),
      queue,
      context,
      await readOwnFirst(trx, stored, actor.id),
    ),
    queue: queueFactsOf(queue),
    decisions: decisionOptionsOf(configuration),
    lost: await readLost(trx, stored, actor.id),
    consequences: consequences.map(({ step, notBefore, sentAt, problem, result }) => ({
      step,
      notBefore: notBefore.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      problem: problem === null || mask === null ? problem : mask.text(problem),
      result: mask === null ? result : mask.computed(result),
    })),
    asOf: new Date(clock.now()).toISOString(),
  };
};

/** A case by its id, for those who see it. Throws CASE-UNKNOWN. */
export const getCaseById = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<CaseDetail> =>
  reading(context, async (trx) => {
    const access = await readCaseAccess(trx, context, person);
    const found = caseInSight(access, await findCase(trx, context.environmentId, { caseId }));
    if (found === undefined) throw fail('CASE-UNKNOWN', { id: caseId });
    return caseDetail(trx, context, access, found);
  });

/** The case of an event, for those who see it. Throws CASE-UNKNOWN. */
export const getCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  eventType: string,
  eventId: string,
): Promise<CaseDetail> =>
  reading(context, async (trx) => {
    const { environmentId } = context;
    const unknown = fail('CASE-UNKNOWN', { eventId });
    if (!(isBuiltInKind(eventType) || isDefinedKind(eventType)) || !isAssessmentKind(eventType)) throw unknown;
    const access = await readCaseAccess(trx, context, person);
    const found = caseInSight(access, await findCase(trx, environmentId, { kind: kindCodeOf(eventType), eventId }));
    if (found === undefined) throw unknown;
    return caseDetail(trx, context, access, found);
  });

const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** @param mask of the event, where the caller sees masks in what others wrote. */
const entryOf = ({ number, at, actor, source, action, body }: StoredCaseEntry, mask: EventMask | null): CaseEntry => {
  const seen = (text: string | null): string | null => (text === null || mask === null ? text : mask.text(text));
  const verdict = (body['verdict'] ?? {}) as JsonObject;
  const untilMs = body['untilMs'];
  return {
    number,
    at: at.toISOString(),
    by: actor,
    source,
    action: action as CaseEntry['action'],
    queue: textOrNull(body['queue']),
    until: typeof untilMs === 'number' ? new Date(untilMs).toISOString() : null,
    decision: textOrNull(verdict['decision']),
    reason: seen(textOrNull(verdict['reason'] ?? body['reason'])),
    cause: CANCEL_CAUSES.find((each) => each === body['cause']) ?? null,
    note: seen(textOrNull(body['note'])),
  };
};

/** A case by its id, for those who see it. Throws CASE-UNKNOWN. */
export const readSeen = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<StoredCase> => {
  const access = await readCaseAccess(trx, context, person);
  const found = caseInSight(access, await findCase(trx, context.environmentId, { caseId }));
  if (found === undefined) throw fail('CASE-UNKNOWN', { id: caseId });
  return found.stored;
};

/** What was done with a case, newest first. */
export const getCaseHistory = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  { before, limit }: QueryOf<typeof historyEndpoint>,
): Promise<ResponseOf<typeof historyEndpoint>> =>
  reading(context, async (trx) => {
    const stored = await readSeen(trx, context, person, caseId);
    const { key, standing } = stored;
    const entries = await listCaseEntries(trx, key, { before: before ?? null, limit: limit + 1 });
    const shown = entries.slice(0, limit);
    const mask = await readEventMask(trx, context, eventKeyOf(stored));
    const maskFor = ({ actorId }: StoredCaseEntry): EventMask | null => (actorId === context.actor.id ? null : mask);
    return {
      entries: shown.map((entry) => entryOf(unveiled(entry, standing, context.actor.id), maskFor(entry))),
      nextBefore: entries.length > limit ? (shown.at(-1)?.number ?? null) : null,
    };
  });
