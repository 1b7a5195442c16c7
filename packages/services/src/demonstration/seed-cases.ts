import { setTimeout as delay } from 'node:timers/promises';
import { capabilitiesOf, shapeEvent, type BuiltInAssessment } from '@redoubt/domain';
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
import { createEventNote } from '../case-evidence/notes.commands.ts';
import { assignQueue, createQueue } from '../queues/queues.commands.ts';
import type { EnvironmentContext } from '../context.ts';
import type { DecisionService } from '../decisions/decision-service.ts';
import { createRoutingRule, publishRoutingRule } from '../rules/routing-rules.commands.ts';
import { createSearchAttribute } from '../search/search-attributes.commands.ts';
import { tagOf } from '../version-tag.ts';
import {
  HOLD_SECONDS,
  QUEUE_ROLES,
  QUEUES,
  REVIEW_RULE,
  RING_VERDICT,
  ROUTING_RULES,
  SEARCHED_STREET,
  VERDICTS,
} from './demonstration-casework.ts';
import { demonstrationContext, wasEverCreated } from './demonstration-context.ts';
import { MAIN_TENANT } from './demonstration-data.ts';
import { demonstrationPurchases, type DemonstrationPurchase } from './demonstration-purchases.ts';
import { seedRule } from './seed-rules.ts';

export type DemonstrationCases = {
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

/** The rule that asks for review, what its purchases are searched by, the queues with the roles that work on them, and the rules that choose a queue. */
const seedCasework = async (context: EnvironmentContext): Promise<void> => {
  for (const queue of QUEUES) {
    if (await wasEverCreated(context, 'Queue', queue.name)) continue;
    const { id, version } = await createQueue(context, queue);
    await assignQueue(context, id, { version, assignees: QUEUE_ROLES.map((role) => ({ id: role, kind: 'group' })) });
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

/** Sends what is not there yet: an id that the log knows is answered as it was. */
const sendPurchases = async (
  { service }: DemonstrationCases,
  { tenantId, environmentId }: EnvironmentContext,
  purchases: readonly DemonstrationPurchase[],
): Promise<void> => {
  await service.refresh(tenantId);
  const environment = await service.resolveOpen(tenantId, environmentId);
  await Promise.all(
    purchases.map(({ id, body: sent, receivedAtMs }) => {
      const body = structuredClone(sent);
      const [problem] = shapeEvent(ASSESSMENT, body);
      invariant(problem === undefined, `${problem?.path} ${problem?.message}`);
      return service.record({
        kind: ASSESSMENT,
        tenantId,
        environment,
        body,
        requestText: JSON.stringify(sent),
        receivedAtMs: Math.floor(receivedAtMs),
        historical: false,
        correlationId: `demonstration/${id}`,
      });
    }),
  );
};

type Agent = { readonly person: SignedInPerson; readonly at: (ms: number) => EnvironmentContext };

const agentOf = (context: EnvironmentContext, username: string): Agent => {
  const found = MAIN_TENANT.people.find((each) => each.username.startsWith(`${username}@`));
  invariant(found !== undefined, `${username} works for the demonstration`);
  const { id, name, roles, wids } = found;
  const actor = { kind: 'person', id, name } as const;
  const capabilities = capabilitiesOf(roles, MAIN_TENANT.edition);
  return {
    person: { userId: id, roles, wids },
    at: (ms) => ({ ...context, actor, capabilities, clock: fixedClock(Math.floor(ms)), correlationId: newId() }),
  };
};

type Team = { readonly agents: readonly [Agent, Agent]; readonly manager: Agent };

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
  const [agent, colleague] = number % 3 === 0 ? team.agents.toReversed() : team.agents;
  invariant(agent !== undefined && colleague !== undefined, 'two agents work for the demonstration');
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

/** What stands about cases that are open, by number. */
const writeNotes = async (
  team: Team,
  { environmentId, clock }: EnvironmentContext,
  purchases: readonly DemonstrationPurchase[],
): Promise<void> => {
  const [tomas, lena] = team.agents;
  const newestOf = (wanted: (purchase: DemonstrationPurchase) => boolean) => purchases.findLast(wanted);
  const inRing = (ring: DemonstrationPurchase['ring']) =>
    newestOf((purchase) => purchase.ring === ring && purchase.ending === 'open');
  const notes = [
    [
      tomas,
      inRing('address'),
      'The address is a forwarder in the harbour. Three orders there were rejected this morning.',
    ],
    [lena, inRing('device'), 'Seven accounts, one device. Please look at all of them together.'],
    [lena, inRing('card'), 'The holder of the card changes with every order.'],
    [tomas, newestOf(({ ending }) => ending === 'escalated'), 'The customer is a hotel, which buys for its guests.'],
  ] as const;
  for (const [author, purchase, text] of notes) {
    if (purchase === undefined) continue;
    const mentions = author === lena ? [team.manager.person.userId] : [];
    await createEventNote(author.at(clock.now()), ASSESSMENT, environmentId, purchase.id, {
      text,
      parentId: null,
      mentions,
    });
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

/**
 * Makes queues, routing rules and cases of the demonstration, where they were never made whole: purchases go the way of
 * those of merchants, and what agents did with their cases goes the way of the console, at the times of the last days.
 * The settings of cases come last and say that it was made.
 */
export const seedDemonstrationCases = async (options: DemonstrationCases): Promise<void> => {
  const { database, clock, signal } = options;
  const context = demonstrationContext(database, clock, MAIN_TENANT);
  const { version } = await getCaseSettings(context);
  if (version !== tagOf(0)) return;
  await seedCasework(context);
  const purchases = demonstrationPurchases(clock.now());
  await sendPurchases(options, context, purchases);
  const team: Team = {
    agents: [agentOf(context, 'tomas'), agentOf(context, 'lena')],
    manager: agentOf(context, 'hugo'),
  };
  const newest = purchases.at(-1);
  if (newest === undefined || !(await untilCases(context, team, newest.id, signal))) return;
  for (const purchase of purchases) {
    if (signal.aborted) return;
    if (purchase.ending === 'open' || purchase.ending === 'timedOut') continue;
    const stored = await untouched(context, team, purchase.id);
    if (stored) await workOn(team, purchase, stored);
  }
  await writeNotes(team, context, purchases);
  const secondReview = { sharePercent: 0, limits: [] };
  await putCaseSettings(context, { version, holdSeconds: HOLD_SECONDS, secondReview, hidesAgents: false });
};
