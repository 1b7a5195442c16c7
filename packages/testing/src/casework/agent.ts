import { setTimeout as delay } from 'node:timers/promises';
import { capabilitiesOf, type Role } from '@redoubt/domain';
import { isAppError, MINUTE_MS, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  decideCase,
  decideCases,
  escalateCase,
  getQueueCases,
  holdCase,
  sendBackCase,
  startReview,
  undoCaseDecision,
  type EnvironmentContext,
  type SignedInPerson,
} from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import type { Random } from '../simulator/random.ts';
import { ANALYST_ROLE } from './place.ts';
import type { CaseOperation, NodeOrder } from './protocol.ts';

type AgentOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly order: NodeOrder;
  readonly number: number;
  readonly tell: (operation: CaseOperation) => void;
};

const MANAGER_ROLE: Role = 'ManualReviewFraudManager';
const MOST_IN_BULK = 20;
/** How often a manager, instead of taking a case, decides many. */
const BULK_SHARE = 0.05;
const IDLE_MS = 50;
/** How long an agent waits where the database is away. */
const AWAY_MS = 200;
const LEAVES_FOR_MS = 35 * MINUTE_MS;
const VERDICTS = [
  { decision: 'Approve', reason: 'Verified customer', note: '' },
  { decision: 'Reject', reason: 'Stolen card', note: 'Fourth card on this device' },
] as const;

/** Whether a call failed because the database is not there at the moment. */
export const isAway = (error: unknown): boolean => isAppError(error) && error.code === 'SRV-LOG-UNAVAILABLE';

/** What an agent does with a case, by chance out of a hundred. */
const HABITS = [
  { weight: 74, what: 'decide' },
  { weight: 7, what: 'sendBack' },
  { weight: 5, what: 'hold' },
  { weight: 4, what: 'escalate' },
  { weight: 6, what: 'decideTwice' },
  { weight: 4, what: 'leave' },
] as const;

/**
 * One agent: takes cases, and decides most of them; gives some back, puts some aside, hands some on, changes their mind,
 * or goes away with one until the lease is over and only then decides. A manager also takes what was escalated, and decides
 * many at once, those of colleagues among them.
 */
export const createAgent = ({ database, clock, random, order, number, tell }: AgentOptions) => {
  const isManager = number % 10 === 0;
  const role = isManager ? MANAGER_ROLE : ANALYST_ROLE;
  const userId = `agent-${number}`;
  const person: SignedInPerson = { userId, roles: [role], wids: [] };
  const { tenantId, environmentId } = order.place;
  const context: EnvironmentContext = {
    database,
    clock,
    tenantId,
    environmentId,
    actor: { kind: 'person', id: userId, name: `Agent ${number}` },
    correlationId: newId(),
    capabilities: capabilitiesOf([role], 'Standard'),
  };
  const fastDelay = (ms: number) => delay(ms / order.time.factor);

  const take = async (queueId: Id, caseId: Id | null): Promise<Id | null> => {
    const startMs = performance.now();
    const { case: taken } = await startReview(context, person, queueId, { caseId, giveBack: true });
    if (taken === null) return null;
    tell({ kind: 'taken', caseId: taken.id, version: taken.version, tookMs: performance.now() - startMs });
    return taken.id;
  };

  const decide = async (caseId: Id, takeNext: boolean): Promise<Id | null> => {
    const startMs = performance.now();
    const answer = await decideCase(context, person, caseId, { ...random.pick(VERDICTS), takeNext });
    tell({ kind: 'decided', caseId, version: answer.case.version, tookMs: performance.now() - startMs });
    return answer.next?.id ?? null;
  };

  /** Works on a case; gives the one that was taken with the decision. */
  const work = async (caseId: Id): Promise<Id | null> => {
    const { what } = random.weighted(HABITS);
    if (what === 'sendBack') await sendBackCase(context, person, caseId);
    if (what === 'hold') {
      const until = new Date(clock.now() + random.int(5, 40) * MINUTE_MS).toISOString();
      await holdCase(context, person, caseId, { until, reason: 'Waits for a call' });
    }
    if (what === 'escalate') await escalateCase(context, person, caseId, { reason: 'Large sum' });
    if (what === 'leave') await fastDelay(LEAVES_FOR_MS);
    if (what === 'decideTwice') {
      await decide(caseId, false);
      const { case: open } = await undoCaseDecision(context, person, caseId);
      tell({ kind: 'undone', caseId, version: open.version });
    }
    return what === 'sendBack' || what === 'hold' || what === 'escalate' ? null : decide(caseId, random.chance(0.5));
  };

  const list = async (queueId: Id, which: 'pending' | 'inReview' | 'escalated') =>
    (await getQueueCases(context, person, queueId, { list: which, limit: MOST_IN_BULK })).cases.map(({ id }) => id);

  const manage = async (queueId: Id): Promise<Id | null> => {
    const [escalated] = await list(queueId, 'escalated');
    if (escalated !== undefined) return take(queueId, escalated);
    if (!random.chance(BULK_SHARE)) return null;
    const found = [...(await list(queueId, 'inReview')).slice(0, 3), ...(await list(queueId, 'pending'))];
    if (found.length === 0) return null;
    const { results } = await decideCases(context, person, { ...VERDICTS[1], caseIds: found });
    const caseIds = results.flatMap(({ caseId, outcome }) => (outcome === 'done' ? [caseId] : []));
    tell({ kind: 'decidedInBulk', caseIds });
    return null;
  };

  const turn = async (held: Id | null): Promise<Id | null> => {
    const queueId = random.pick(order.queues);
    const caseId = held ?? (isManager ? await manage(queueId) : null) ?? (await take(queueId, null));
    if (caseId !== null) return work(caseId);
    await delay(IDLE_MS);
    return null;
  };

  return {
    /** Works until it is stopped; what is refused to an agent, because a colleague or the time was faster, stops nothing. */
    work: async (stop: AbortSignal): Promise<void> => {
      let held: Id | null = null;
      while (!stop.aborted) {
        try {
          // oxlint-disable-next-line eslint/no-await-in-loop -- an agent does one thing after the other
          held = await turn(held);
        } catch (error) {
          held = null;
          if (!isAppError(error)) throw error;
          tell({ kind: 'refused', code: error.code });
          if (isAway(error)) await delay(AWAY_MS);
        }
      }
    },
  };
};
