import type { BodyOf, SentResult, sendToReview as endpoint } from '@redoubt/contracts';
import { GENERAL_QUEUE_ID, nameKey, type LoggedAssessmentKind } from '@redoubt/domain';
import { invariant, type Id } from '@redoubt/kernel';
import {
  caseIdOf,
  kindCodeOf,
  listCaseQueues,
  listMisorderedAmong,
  openSentCases,
  readEvent,
  saveCaseChanges,
  type CaseQueue,
  type EventRecord,
  type SentCase,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { readAssessmentsWithCases } from '../assessment-kinds/assessments-with-cases.ts';
import { kindOfType } from '../assessment-kinds/event-type.ts';
import type { EnvironmentContext } from '../context.ts';
import type { EventRouter } from '../decisions/recorded/recorded-job.ts';
import { requireClean } from '../problems.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import { readCaseAccess } from './case-access.ts';
import { changeOf, sourceOf } from './change-case.ts';
import { orderCases } from './order-cases.ts';
import { routeEvents, type EventRoute } from './route-events.ts';

type Named = BodyOf<typeof endpoint>['events'][number];
/** An event that a caller names: what is stored of it, or why it becomes no case. */
type Looked = Named & ({ readonly record: EventRecord } | { readonly problem: string });

/** Once each, as they were named first. */
const withoutRepeats = (events: readonly Named[]): readonly Named[] => [
  ...new Map(events.map((event) => [`${event.eventType.toLowerCase()}/${event.eventId}`, event])).values(),
];

/** Kinds that the event types of some events mean, where reviews of them become cases; else the code of the problem. */
const readKinds = async (
  trx: TenantTransaction,
  environmentId: Id,
  events: readonly Named[],
): Promise<ReadonlyMap<string, LoggedAssessmentKind | 'EVENT-UNKNOWN' | 'QUEUE-ASSESSMENT'>> => {
  const withCases = new Set<string>(
    (await readAssessmentsWithCases(trx, environmentId)).map(({ assessment }) => assessment),
  );
  const kinds = new Map<string, LoggedAssessmentKind | 'EVENT-UNKNOWN' | 'QUEUE-ASSESSMENT'>();
  for (const { eventType } of events) {
    if (kinds.has(eventType)) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and one or two types
    const kind = await kindOfType(trx, environmentId, eventType);
    kinds.set(eventType, kind === undefined ? 'EVENT-UNKNOWN' : withCases.has(kind) ? kind : 'QUEUE-ASSESSMENT');
  }
  return kinds;
};

/** What is stored of the events that a caller names. */
const lookUp = async (
  { database, tenantId, environmentId }: EnvironmentContext,
  events: readonly Named[],
  kinds: Awaited<ReturnType<typeof readKinds>>,
): Promise<readonly Looked[]> => {
  const looked: Looked[] = [];
  for (const event of events) {
    const kind = kinds.get(event.eventType) ?? 'EVENT-UNKNOWN';
    if (kind === 'EVENT-UNKNOWN' || kind === 'QUEUE-ASSESSMENT') {
      looked.push({ ...event, problem: kind });
      continue;
    }
    // oxlint-disable-next-line eslint/no-await-in-loop -- segments of the log, one after the other
    const record = await readEvent(database, { tenantId, environmentId, kind, eventId: event.eventId });
    if (record === undefined) looked.push({ ...event, problem: 'EVENT-UNKNOWN' });
    // Its case follows from its decision, also while the projector of cases is yet to come to it.
    else if (record.facts.review !== undefined && !record.historical) looked.push({ ...event, problem: 'CASE-EXISTS' });
    else looked.push({ ...event, record });
  }
  return looked;
};

type Target = { readonly queue: CaseQueue } | { readonly problem: string };

/**
 * The queue that an event goes to: the named one, else the one that routing rules chose. One that is gone since the rule was
 * published means General.
 */
const targetOf = (
  queues: readonly CaseQueue[],
  kind: string,
  named: CaseQueue | undefined,
  route: EventRoute | undefined,
): Target => {
  const takes = ({ assessment }: CaseQueue): boolean => assessment === null || assessment === kind;
  if (named) return takes(named) ? { queue: named } : { problem: 'QUEUE-OTHER-ASSESSMENT' };
  const wanted = route && nameKey(route.queue);
  const queue =
    queues.find((each) => nameKey(each.name) === wanted && takes(each)) ??
    queues.find(({ id }) => id === GENERAL_QUEUE_ID);
  invariant(queue, 'General is always there');
  return { queue };
};

type Sent = { readonly event: Looked; readonly target: Target; readonly sent?: SentCase };

const sentOf = (
  { tenantId, environmentId, clock }: EnvironmentContext,
  event: Looked,
  target: Target,
  route: EventRoute | undefined,
): Sent => {
  if ('problem' in event || 'problem' in target) return { event, target };
  const { kind, eventId, position, eventTime, facts } = event.record;
  const { id: queueId, timeoutMs } = target.queue;
  const { rule = null, clause = null } = route ?? {};
  const sent = {
    key: { tenantId, environmentId, kind: kindCodeOf(kind), eventId },
    position,
    eventTimeMs: eventTime.getTime(),
    cameAtMs: clock.now(),
    facts,
    route: { queueId, timeoutMs, rule, clause },
  };
  return { event, target, sent };
};

const resultOf = ({ event, target, sent }: Sent, opened: ReadonlySet<Id>): SentResult => {
  const { eventType, eventId } = event;
  const caseId = sent && caseIdOf(sent.key);
  if ('queue' in target && caseId !== undefined && opened.has(caseId)) {
    const { id: queueId, name: queue } = target.queue;
    return { eventType, eventId, outcome: 'done', problem: null, case: { id: caseId, queueId, queue } };
  }
  const problem = 'problem' in event ? event.problem : 'problem' in target ? target.problem : 'CASE-EXISTS';
  return { eventType, eventId, outcome: 'skipped', problem, case: null };
};

/**
 * Makes cases of events that rules did not send to review. Agents see them at once: they do not settle. Each event is answered,
 * and one that is refused stops no other. Row and entry of a case are written in one transaction; a rebuild of the cases
 * finds the entry by the event's place in the log.
 *
 * @throws `QUEUE-UNKNOWN`; `RULE-EVALUATION-TIMEOUT`, `REQ-OVERLOADED` where routing rules are asked.
 */
export const sendToReview = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  router: EventRouter,
  { events: given, queueId, reason }: BodyOf<typeof endpoint>,
): Promise<{ readonly results: SentResult[] }> => {
  requireClean({ 'body.reason': reason });
  const events = withoutRepeats(given);
  const kinds = await reading(context, async (trx) => {
    const access = await readCaseAccess(trx, context, person);
    if (queueId !== null) access.queue(queueId);
    return readKinds(trx, context.environmentId, events);
  });
  const looked = await lookUp(context, events, kinds);
  const records = looked.flatMap((event) => ('record' in event ? event.record : []));
  const routes = queueId === null ? await routeEvents(context, router, records) : new Map<number, EventRoute>();
  const { results, misordered } = await inTransaction(context, async (trx) => {
    const access = await readCaseAccess(trx, context, person);
    const named = queueId === null ? undefined : access.queue(queueId);
    const queues = await listCaseQueues(trx, context.environmentId, []);
    const all = looked.map((event) => {
      if ('problem' in event) return sentOf(context, event, event, undefined);
      const route = routes.get(event.record.position);
      return sentOf(context, event, targetOf(queues, event.record.kind, named, route), route);
    });
    const opened = await openSentCases(
      trx,
      all.flatMap(({ sent }) => sent ?? []),
    );
    const nameOf = new Map(queues.map(({ id, name }) => [id, name]));
    const changes = opened.map(({ key, standing, sent: { position, route } }) => {
      const { rule, clause, ...to } = route;
      const said = { queue: nameOf.get(to.queueId) ?? '', reason, position, rule, clause };
      const source = access.canManage ? 'Manager' : sourceOf(context);
      return changeOf(context, { key, standing }, { action: { kind: 'send', ...to }, source, said }).change;
    });
    await saveCaseChanges(trx, changes);
    const ids = opened.map(({ key }) => caseIdOf(key));
    return {
      results: all.map((each) => resultOf(each, new Set(ids))),
      misordered: await listMisorderedAmong(trx, ids),
    };
  });
  await orderCases(context.database, context.tenantId, misordered);
  return { results };
};
