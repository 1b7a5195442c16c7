import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { capabilitiesOf, isAssessmentKind, shapeEvent, type BuiltInAssessment, type Role } from '@redoubt/domain';
import { fixedClock, HOUR_MS, invariant, isAppError, MINUTE_MS, newId, type Clock, type Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { putCaseSettings } from '../case-settings/case-settings.commands.ts';
import { getCaseSettings } from '../case-settings/case-settings.queries.ts';
import { getCase } from '../cases/cases.queries.ts';
import { decideCase } from '../cases/decide-case.commands.ts';
import { reopenCase } from '../cases/manage-cases.commands.ts';
import { escalateCase, holdCase } from '../cases/review.commands.ts';
import { startReview } from '../cases/start-review.command.ts';
import { attachFile, createEventNote } from '../case-evidence/notes.commands.ts';
import { createQueue } from '../queues/queues.commands.ts';
import { getAssignable } from '../queues/queues.queries.ts';
import type { EnvironmentContext } from '../context.ts';
import type { DecisionService } from '../decisions/decision-service.ts';
import { createRoutingRule, publishRoutingRule } from '../rules/routing-rules.commands.ts';
import { createSearchAttribute } from '../search/search-attributes.commands.ts';
import { tagOf } from '../version-tag.ts';
import {
  HOLD_SECONDS,
  NOTES,
  QUEUES,
  REVIEW_RULE,
  RING_VERDICT,
  ROUTING_RULES,
  SEARCHED_STREET,
  TEAMS,
  VERDICTS,
  type DemonstrationTeam,
} from './demonstration-casework.ts';
import { demonstrationContext, wasEverCreated } from './demonstration-context.ts';
import type { DemonstrationTenant } from './demonstration-data.ts';
import { demonstrationPurchases, type DemonstrationPurchase } from './demonstration-purchases.ts';
import { demonstrationTraffic, type TrafficEvent } from './demonstration-traffic.ts';
import { seedRule } from './seed-rules.ts';

export type DemonstrationHistory = {
  readonly database: Database;
  readonly clock: Clock;
  /** Where purchases go, as those of merchants do. */
  readonly service: Pick<DecisionService, 'record' | 'refresh' | 'resolveOpen'>;
  /** Ends it; the next call goes on. */
  readonly signal: AbortSignal;
};

const ASSESSMENT: BuiltInAssessment = 'purchase';
const POLL_MS = 100;
/** Events become cases within a second; where another node does that, it may be starting yet. */
const PATIENCE_MS = 60_000;

/** The rule that asks for review, what its purchases are searched by, the queues with the roles and case tools that work on them, and the rules that choose a queue. */
const seedCasework = async (context: EnvironmentContext, queueRoles: readonly Role[]): Promise<void> => {
  const { assignees } = await getAssignable(context);
  const tools = assignees.filter(({ kind }) => kind === 'application').map(({ id, kind }) => ({ id, kind }));
  for (const queue of QUEUES) {
    if (await wasEverCreated(context, 'Queue', queue.name)) continue;
    const groups = queueRoles.map((role) => ({ id: role, kind: 'group' as const }));
    await createQueue(context, { ...queue, assignees: [...groups, ...tools] });
  }
  for (const { name, description, code } of ROUTING_RULES) {
    if (await wasEverCreated(context, 'RoutingRule', name)) continue;
    const text = { condition: '', clauses: [{ id: newId(), name: 'Route', code }], samplePayload: {} };
    const created = await createRoutingRule(context, ASSESSMENT, { name, description, text });
    const published = { version: created.version, name, description, active: true, note: 'Example', overwrite: false };
    await publishRoutingRule(context, ASSESSMENT, created.id, published);
  }
  if (!(await wasEverCreated(context, 'SearchAttribute', SEARCHED_STREET.path)))
    await createSearchAttribute(context, SEARCHED_STREET);
  if (!(await wasEverCreated(context, 'DecisionRule', REVIEW_RULE.name)))
    await seedRule(context, ASSESSMENT, REVIEW_RULE);
};

/** So many events are on their way at once. */
const AT_ONCE = 100;

/** Sends what is not there yet: an id that the log knows is answered as it was. */
const sendEvents = async (
  { service, signal }: DemonstrationHistory,
  { tenantId, environmentId }: EnvironmentContext,
  events: readonly TrafficEvent[],
): Promise<void> => {
  await service.refresh(tenantId);
  const environment = await service.resolveOpen(tenantId, environmentId);
  const send = ({ kind, id, body: sent, receivedAtMs }: TrafficEvent): Promise<string> => {
    const body = structuredClone(sent);
    const [problem] = shapeEvent(kind, body);
    invariant(problem === undefined, `${problem?.path} ${problem?.message}`);
    return service.record({
      kind,
      tenantId,
      environment,
      body,
      requestText: JSON.stringify(sent),
      receivedAtMs: Math.floor(receivedAtMs),
      historical: false,
      correlationId: `demonstration/${id}`,
      ...(isAssessmentKind(kind) ? {} : { onceKey: `demonstration/${kind}/${id}` }),
    });
  };
  for (let from = 0; from < events.length && !signal.aborted; from += AT_ONCE)
    await Promise.all(events.slice(from, from + AT_ONCE).map(send));
};

type Agent = { readonly person: SignedInPerson; readonly at: (ms: number) => EnvironmentContext };

const agentOf = (context: EnvironmentContext, tenant: DemonstrationTenant, username: string): Agent => {
  const found = tenant.people.find((each) => each.username.startsWith(`${username}@`));
  invariant(found !== undefined, `${username} works for the demonstration`);
  const { id, name, roles, wids } = found;
  const actor = { kind: 'person', id, name } as const;
  const capabilities = capabilitiesOf(roles, tenant.edition);
  return {
    person: { userId: id, roles, wids },
    at: (ms) => ({ ...context, actor, capabilities, clock: fixedClock(Math.floor(ms)), correlationId: newId() }),
  };
};

type Team = { readonly agents: readonly Agent[]; readonly manager: Agent };

/** A case that nothing was done to yet; undefined where it is gone, or agents came first. */
const untouched = async (
  context: EnvironmentContext,
  { manager: { person } }: Team,
  eventId: string,
): Promise<{ readonly id: Id; readonly queueId: Id } | undefined> => {
  try {
    const found = await getCase(context, person, ASSESSMENT, eventId);
    return found.case.version === 0 ? found.case : undefined;
  } catch (error) {
    if (isAppError(error) && error.code === 'CASE-UNKNOWN') return undefined;
    throw error;
  }
};

/** What is done with one case at the times at which it would have been done. */
const workOn = async (
  team: Team,
  purchase: DemonstrationPurchase,
  stored: { readonly id: Id; readonly queueId: Id },
) => {
  const { number, ring, ending, receivedAtMs } = purchase;
  const [agent, colleague] = [0, 1].map((turn) => team.agents[(number + turn) % team.agents.length]);
  invariant(agent !== undefined && colleague !== undefined, 'several agents work for the demonstration');
  const takenMs = receivedAtMs + (6 + ((number * 17) % 90)) * MINUTE_MS;
  const decidedMs = takenMs + (1 + ((number * 5) % 9)) * MINUTE_MS;
  const take = ({ person, at }: Agent, ms: number) =>
    startReview(at(ms), person, stored.queueId, { caseId: stored.id, giveBack: true });
  const decide = ({ person, at }: Agent, ms: number, verdict: (typeof VERDICTS)[number] | typeof RING_VERDICT) =>
    decideCase(at(ms), person, stored.id, { ...verdict, takeNext: false });
  await take(agent, takenMs);
  if (ending === 'escalated') {
    await escalateCase(agent.at(decidedMs), agent.person, stored.id, { reason: 'More than I may decide' });
    return;
  }
  if (ending === 'onHold') {
    const until = new Date(decidedMs + 26 * HOUR_MS).toISOString();
    await holdCase(agent.at(decidedMs), agent.person, stored.id, { until, reason: 'The customer sends a bill' });
    return;
  }
  const verdict = ring === null ? (VERDICTS[number % VERDICTS.length] ?? VERDICTS[0]) : RING_VERDICT;
  await decide(agent, decidedMs, ending === 'overturned' ? VERDICTS[1] : verdict);
  if (ending !== 'reopened' && ending !== 'overturned') return;
  const { at, person } = team.manager;
  await reopenCase(at(decidedMs + 2 * HOUR_MS), person, stored.id, { reason: 'The customer called' });
  if (ending === 'reopened') return;
  await take(colleague, decidedMs + 3 * HOUR_MS);
  await decide(colleague, decidedMs + 3 * HOUR_MS + 4 * MINUTE_MS, VERDICTS[0]);
};

/** Notes about cases that are open, and their files. */
const writeNotes = async (
  team: Team,
  { environmentId, clock }: EnvironmentContext,
  purchases: readonly DemonstrationPurchase[],
): Promise<void> => {
  for (const { about, agent, text, mentionsManager, file } of NOTES) {
    const author = team.agents[agent];
    const purchase = purchases.findLast(({ ring, ending }) =>
      about === 'escalated' ? ending === about : ring === about && ending === 'open',
    );
    if (author === undefined || purchase === undefined) continue;
    const context = author.at(clock.now());
    const mentions = mentionsManager ? [team.manager.person.userId] : [];
    const note = { text, parentId: null, mentions };
    await createEventNote(context, ASSESSMENT, environmentId, purchase.id, note);
    if (file === null) continue;
    const event = { eventType: ASSESSMENT, eventEnvironmentId: environmentId, eventId: purchase.id };
    await attachFile(context, event, { name: file.name, stream: Readable.from([Buffer.from(file.content)]) });
  }
};

/** Waits until the newest purchase is a case; false where that takes too long. */
const untilCases = async (context: EnvironmentContext, team: Team, eventId: string, signal: AbortSignal) => {
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs && !signal.aborted) {
    if (await untouched(context, team, eventId)) return true;
    await delay(POLL_MS);
  }
  return false;
};

const seedTenantHistory = async (options: DemonstrationHistory, team: DemonstrationTeam): Promise<void> => {
  const { database, clock, signal } = options;
  const { tenant, queueRoles, firstNumber } = team;
  const context = demonstrationContext(database, clock, tenant);
  const { version } = await getCaseSettings(context);
  if (version !== tagOf(0)) return;
  await seedCasework(context, queueRoles);
  const purchases = demonstrationPurchases(clock.now(), firstNumber);
  const traffic = demonstrationTraffic(clock.now(), firstNumber);
  await sendEvents(options, context, [...traffic, ...purchases.map((each) => ({ ...each, kind: ASSESSMENT }))]);
  if (signal.aborted) return;
  const people: Team = {
    agents: team.agents.map((username) => agentOf(context, tenant, username)),
    manager: agentOf(context, tenant, team.manager),
  };
  const newest = purchases.at(-1);
  if (newest === undefined || !(await untilCases(context, people, newest.id, signal))) return;
  for (const purchase of purchases) {
    if (signal.aborted) return;
    if (purchase.ending === 'open' || purchase.ending === 'timedOut') continue;
    const stored = await untouched(context, people, purchase.id);
    if (stored) await workOn(people, purchase, stored);
  }
  await writeNotes(people, context, purchases);
  const secondReview = { sharePercent: 0, limits: [] };
  await putCaseSettings(context, {
    version,
    holdSeconds: HOLD_SECONDS,
    secondReview,
    hidesAgents: false,
    masksPersonal: false,
  });
};

/**
 * Makes the history of each tenant of the demonstration, where it was never made whole: traffic of four weeks, queues,
 * routing rules and cases. Events go the way of those of merchants, and what agents did with their cases goes the way of the
 * console, at the times of the last days. The settings of cases come last and say that it was made.
 */
export const seedDemonstrationHistory = async (options: DemonstrationHistory): Promise<void> => {
  for (const team of TEAMS) if (!options.signal.aborted) await seedTenantHistory(options, team);
};
