import type { Assignable, CaseworkSummary, Queue, QueueChoices, Queues, UsualBacklog } from '@redoubt/contracts';
import {
  allows,
  BACKLOG_HOURS,
  capabilitiesOf,
  fail,
  GENERAL_QUEUE,
  GENERAL_QUEUE_ID,
  MAX_QUEUES,
  ROLE_NAMES,
  ROLES,
  rolesAnywhere,
  USUAL_BACKLOG_WEEKS,
  usualBacklog,
  type Edition,
  type Role,
} from '@redoubt/domain';
import { DAY_MS, HOUR_MS, type Id } from '@redoubt/kernel';
import {
  countQueueCases,
  findTenant,
  listApplications,
  listKnownPeople,
  listQueueAssignees,
  listQueues,
  readCasework,
  readQueueFlows,
  type QueueCounts,
  type QueueFlow,
  type StoredAssignee,
  type StoredQueue,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import { principalsOf } from '../cases/case-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree } from '../environments/subtree.ts';
import { readUsers, textUserOf } from '../references/references.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import { readQueueChoices } from './queue-settings.ts';

/** As whom queues can be assigned to a caller. */
type Principals = ReadonlySet<string>;

const readPrincipals = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson | null,
): Promise<Principals> => new Set(await principalsOf(trx, context, person));

type Place = { readonly id: Id; readonly name: string };

const NONE: Pick<Queue, 'counts' | 'oldestAt' | 'nextDueAt'> = {
  counts: { pending: 0, inReview: 0, onHold: 0, escalated: 0, settling: 0 },
  oldestAt: null,
  nextDueAt: null,
};

const shownCounts = (counted: QueueCounts | undefined): typeof NONE => {
  if (counted === undefined) return NONE;
  const { pending, inReview, onHold, escalated, settling, oldestAt, nextDueAt } = counted;
  return {
    counts: { pending, inReview, onHold, escalated, settling },
    oldestAt: oldestAt?.toISOString() ?? null,
    nextDueAt: nextDueAt?.toISOString() ?? null,
  };
};

type Capabilities = EnvironmentContext['capabilities'];

/** Whether the cases of a queue are seen, as `readCaseAccess` has it: those who take cases see only what is theirs. */
const viewsCases = (capabilities: Capabilities, mine: boolean): boolean =>
  allows(capabilities, 'caseReview:read') &&
  (mine || allows(capabilities, 'queues:write') || !allows(capabilities, 'caseReview:write'));

const general = (environment: Place, counted: QueueCounts | undefined, capabilities: Capabilities): Queue => ({
  id: GENERAL_QUEUE_ID,
  environment: { id: environment.id, name: environment.name },
  system: true,
  description: '',
  assessment: null,
  assessmentName: null,
  ...GENERAL_QUEUE,
  paused: false,
  assignees: [],
  mine: allows(capabilities, 'caseReview:write'),
  canView: viewsCases(capabilities, true),
  canReview: allows(capabilities, 'caseReview:write'),
  ...shownCounts(counted),
  users: [],
  changed: null,
  version: tagOf(1),
});

type Shown = {
  readonly environment: Place;
  readonly assessmentName: string | null;
  readonly assignees: readonly StoredAssignee[];
  readonly counted: QueueCounts | undefined;
  readonly users: readonly StoredReference[];
};

const shown = (
  stored: StoredQueue,
  { environment, assessmentName, assignees, counted, users }: Shown,
  principals: Principals,
  { capabilities }: EnvironmentContext,
): Queue => {
  const { environmentId: _environmentId, changedBy, changedAt, version, ...queue } = stored;
  const mine = assignees.some(({ principalId }) => principals.has(principalId));
  const mayTake = mine || allows(capabilities, 'queues:write');
  return {
    ...queue,
    environment: { id: environment.id, name: environment.name },
    system: false,
    assessmentName,
    assignees: assignees.map(({ principalId, kind, name }) => ({ id: principalId, kind, name })),
    mine,
    canView: viewsCases(capabilities, mine),
    canReview: mayTake && !queue.paused && allows(capabilities, 'caseReview:write'),
    ...shownCounts(counted),
    users: users.map(textUserOf),
    changed: { by: changedBy, at: changedAt.toISOString() },
    version: tagOf(version),
  };
};

/** Queues of some environments by name; General last of this one, and of those where it has cases. */
const readQueues = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  environments: readonly Place[],
  principals: Principals,
): Promise<readonly Queue[]> => {
  const ids = environments.map(({ id }) => id);
  const queues = await listQueues(trx, ids);
  const counts = await countQueueCases(trx, ids, new Date(context.clock.now()));
  const assignees = Map.groupBy(
    await listQueueAssignees(
      trx,
      queues.map(({ id }) => id),
    ),
    ({ queueId }) => queueId,
  );
  const defined = new Map<string, string>(
    (await readAssessmentsInTree(trx, context.environmentId)).map((each) => [each.kind, each.friendlyName]),
  );
  const all: Queue[] = [];
  for (const environment of environments) {
    const countedOf = (queueId: Id): QueueCounts | undefined =>
      counts.find((each) => each.environmentId === environment.id && each.queueId === queueId);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
    const users = await readUsers(trx, 'queue', environment.id);
    const own = queues.filter(({ environmentId }) => environmentId === environment.id);
    all.push(
      ...own.map((queue) =>
        shown(
          queue,
          {
            environment,
            assessmentName: defined.get(queue.assessment) ?? null,
            assignees: assignees.get(queue.id) ?? [],
            counted: countedOf(queue.id),
            users: users(queue.name),
          },
          principals,
          context,
        ),
      ),
    );
    const counted = countedOf(GENERAL_QUEUE_ID);
    // Every environment below has one: without cases they would only hide the others.
    if (counted !== undefined || environment.id === context.environmentId)
      all.push(general(environment, counted, context.capabilities));
  }
  return all;
};

/** Queues of an environment and of those below it, with their cases counted. */
export const getQueues = async (context: EnvironmentContext, person: SignedInPerson): Promise<Queues> => {
  const { environmentId, capabilities } = context;
  return reading(context, async (trx) => {
    const { environments } = await loadSubtree(trx, environmentId);
    const queues = await readQueues(trx, context, environments, await readPrincipals(trx, context, person));
    return {
      queues: [...queues],
      own: queues.filter(({ environment, system }) => environment.id === environmentId && !system).length,
      limit: MAX_QUEUES,
      canWrite: allows(capabilities, 'queues:write'),
      canAssign: allows(capabilities, 'queueAssignments:write'),
      at: new Date(context.clock.now()).toISOString(),
    };
  });
};

/** One queue of an environment, as commands answer it. Throws QUEUE-UNKNOWN. */
export const readQueue = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  id: Id,
  person: SignedInPerson | null = null,
): Promise<Queue> => {
  const { environments } = await loadSubtree(trx, context.environmentId);
  const principals = await readPrincipals(trx, context, person);
  const found = (await readQueues(trx, context, environments.slice(0, 1), principals)).find((each) => each.id === id);
  if (found === undefined) throw fail('QUEUE-UNKNOWN', { id });
  return found;
};

/** One queue with its cases counted. Throws QUEUE-UNKNOWN. */
export const getQueue = (context: EnvironmentContext, person: SignedInPerson, id: Id): Promise<Queue> =>
  reading(context, (trx) => readQueue(trx, context, id, person));

/** What the form of a queue offers. */
export const getQueueChoices = async (context: EnvironmentContext): Promise<QueueChoices> =>
  reading(context, async (trx) => ({ assessments: [...(await readQueueChoices(trx, context.environmentId))] }));

/** Roles of an edition whose holders review cases: each is a group that queues can be assigned to. */
const reviewingRoles = (edition: Edition): readonly Role[] =>
  ROLES[edition].filter((role) => allows(capabilitiesOf([role], edition, []), 'caseReview:write'));

/** Whom queues of a tenant can be assigned to: groups, then people, then applications of case tools. */
export const readAssignable = async (trx: TenantTransaction, at: Date): Promise<readonly Assignable[]> => {
  const tenant = await findTenant(trx);
  const roles = tenant === undefined ? [] : reviewingRoles(tenant.edition);
  const people = await listKnownPeople(trx, at);
  const tools = (await listApplications(trx)).filter(
    ({ revoked, grants }) => revoked === null && rolesAnywhere(grants).includes('Case_API'),
  );
  return [
    ...roles.map((role) => ({ id: role, kind: 'group' as const, name: ROLE_NAMES[role], username: null })),
    ...people.map(({ userId, username, displayName }) => ({
      id: userId,
      kind: 'person' as const,
      name: displayName,
      username,
    })),
    ...tools.map(({ clientId, displayName }) => ({
      id: clientId,
      kind: 'application' as const,
      name: displayName,
      username: clientId,
    })),
  ];
};

/** People known to the tenant, roles that review cases, and applications of case tools. */
export const getAssignable = async (context: EnvironmentContext): Promise<{ readonly assignees: Assignable[] }> =>
  reading(context, async (trx) => ({ assignees: [...(await readAssignable(trx, new Date(context.clock.now())))] }));

/** Open cases of a queue, or of all, at the end of each hour up to now: from what is open now, backwards. */
const openAtEnds = (
  openNow: number,
  flows: readonly Pick<QueueFlow, 'hour' | 'came' | 'ended'>[],
  ends: readonly { readonly fromMs: number }[],
): readonly { readonly open: number; readonly came: number; readonly ended: number }[] => {
  let open = openNow;
  return ends
    .toReversed()
    .map(({ fromMs }) => {
      const own = flows.filter(({ hour }) => hour.getTime() === fromMs);
      const came = own.reduce((sum, each) => sum + each.came, 0);
      const ended = own.reduce((sum, each) => sum + each.ended, 0);
      const at = { open, came, ended };
      // A case that was moved came to another queue than the one it stands in: less than none is open nowhere.
      open = Math.max(0, open + ended - came);
      return at;
    })
    .toReversed();
};

/**
 * How many cases are usually open, hour by hour: from what is open now, backwards over the weeks before. What lies before the first
 * case that came or ended in that time is not known.
 */
export const getUsualBacklog = (context: EnvironmentContext): Promise<UsualBacklog> =>
  reading(context, async (trx) => {
    const nowMs = context.clock.now();
    const at = new Date(nowMs);
    const count = USUAL_BACKLOG_WEEKS * 168 + BACKLOG_HOURS;
    const firstMs = nowMs - (nowMs % HOUR_MS) - (count - 1) * HOUR_MS;
    const ids = (await loadSubtree(trx, context.environmentId)).environments.map(({ id }) => id);
    const changes = new Map<number, number>();
    for (const { hour, came, ended } of await readQueueFlows(trx, ids, new Date(firstMs)))
      changes.set(hour.getTime(), (changes.get(hour.getTime()) ?? 0) + came - ended);
    const since = Math.min(...changes.keys());
    const opens: (number | null)[] = [];
    let { open } = await readCasework(trx, ids, at, at);
    for (let hour = count - 1; hour >= 0; hour -= 1) {
      const fromMs = firstMs + hour * HOUR_MS;
      opens.push(fromMs < since ? null : open);
      open = Math.max(0, open - (changes.get(fromMs) ?? 0));
    }
    const shownMs = firstMs + (count - BACKLOG_HOURS) * HOUR_MS;
    return {
      hours: usualBacklog(opens.toReversed()).map((range, hour) => ({
        from: new Date(shownMs + hour * HOUR_MS).toISOString(),
        range,
      })),
    };
  });

/** How work on cases stands in an environment and those below it. */
export const getCaseworkSummary = async (context: EnvironmentContext): Promise<CaseworkSummary> => {
  const nowMs = context.clock.now();
  const at = new Date(nowMs);
  const midnight = new Date(nowMs - (nowMs % DAY_MS));
  const firstMs = nowMs - (nowMs % HOUR_MS) - (BACKLOG_HOURS - 1) * HOUR_MS;
  const hours = Array.from({ length: BACKLOG_HOURS }, (_, hour) => ({ fromMs: firstMs + hour * HOUR_MS }));
  return reading(context, async (trx) => {
    const ids = (await loadSubtree(trx, context.environmentId)).environments.map(({ id }) => id);
    const { open, decided, timedOut, secondDueSoon, ...figures } = await readCasework(trx, ids, at, midnight);
    const flows = await readQueueFlows(trx, ids, new Date(firstMs));
    const keyOf = ({ environmentId, queueId }: Pick<QueueCounts, 'environmentId' | 'queueId'>): string =>
      `${environmentId}.${queueId}`;
    const flowsOf = Map.groupBy(flows, keyOf);
    const countsOf = new Map((await countQueueCases(trx, ids, at)).map((each) => [keyOf(each), each]));
    const places = new Map([...flows, ...countsOf.values()].map((each) => [keyOf(each), each]));
    return {
      ...figures,
      secondDueSoon: allows(context.capabilities, 'queues:write') ? secondDueSoon : null,
      decidedToday: decided,
      timedOutToday: timedOut,
      backlog: openAtEnds(open, flows, hours).map((each, hour) => ({
        at: new Date(Math.min(firstMs + (hour + 1) * HOUR_MS, nowMs)).toISOString(),
        ...each,
      })),
      queues: [...places].map(([key, { environmentId, queueId }]) => {
        const counts = countsOf.get(key);
        const openNow = counts
          ? counts.pending + counts.inReview + counts.onHold + counts.escalated + counts.settling
          : 0;
        return {
          environmentId,
          queueId,
          open: openAtEnds(openNow, flowsOf.get(key) ?? [], hours).map((each) => each.open),
        };
      }),
      at: at.toISOString(),
    };
  });
};
