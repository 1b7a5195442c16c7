import type { BodyOf, changeQueue as changeEndpoint, NewQueue, Queue, QueueAssignee } from '@redoubt/contracts';
import { allows, fail, GENERAL_QUEUE, GENERAL_QUEUE_ID, isQueueName, MAX_QUEUES, nameKey } from '@redoubt/domain';
import type { Id, Json, JsonObject } from '@redoubt/kernel';
import {
  clearOrderValues,
  deleteQueue as deleteStored,
  findQueue,
  insertQueue,
  listQueueAssignees,
  listQueues,
  moveOpenCases,
  readOpenCases,
  saveQueueAssignees,
  setQueuePaused,
  updateQueue,
  type QueueSettings,
  type StoredAssignee,
  type StoredQueue,
  type TenantTransaction,
} from '@redoubt/storage';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { hasName, userNames, usersOf } from '../references/references.ts';
import {
  changeResource,
  createResource,
  removeResource,
  requireFreeName,
  type ResourceDescription,
} from '../resources/resource.ts';
import { guardReaders } from '../unit-of-work.ts';
import { isAttributeOrder, requireQueueSettings } from './queue-settings.ts';
import { readAssignable, readQueue } from './queues.queries.ts';

const settingsOf = (stored: QueueSettings): QueueSettings => {
  const { name, description, sequence, orderBy, direction, timeoutMs, defaultDecision } = stored;
  return { name: name.trim(), description, sequence, orderBy, direction, timeoutMs, defaultDecision };
};

const logged = ({ assessment, ...queue }: QueueSettings & Pick<StoredQueue, 'assessment'>): JsonObject => ({
  assessment,
  ...settingsOf(queue),
});

const queueResource = {
  prefix: 'QUEUE',
  type: 'Queue',
  isName: isQueueName,
  namesakes: async (trx, environmentId) => [
    { id: null, name: GENERAL_QUEUE.name },
    ...(await listQueues(trx, [environmentId])),
  ],
  find: (trx, environmentId, id, lock) => {
    if (id === GENERAL_QUEUE_ID) throw fail('QUEUE-GENERAL');
    return findQueue(trx, environmentId, id, lock);
  },
  read: readQueue,
} as const satisfies ResourceDescription<StoredQueue, Queue>;

/** Keeps a queue under the name that published routing rules call it by. Throws QUEUE-REFERENCED with their names. */
const refuseUsed = (trx: TenantTransaction, context: EnvironmentContext, { name }: StoredQueue): Promise<void> =>
  guardReaders(
    context,
    async () => {
      const users = userNames(await usersOf(trx, 'queue', context.environmentId, name));
      if (users.length > 0) throw fail('QUEUE-REFERENCED', { name, users });
    },
    async () => hasName(await listQueues(trx, [context.environmentId]), name),
  );

type ChosenAssignee = Omit<QueueAssignee, 'name'>;

/** What is stored of assignees: those of before may stay, also where the tenant no longer knows them. Throws QUEUE-ASSIGNEE. */
const readChosen = async (
  trx: TenantTransaction,
  chosen: readonly ChosenAssignee[],
  before: readonly StoredAssignee[],
  at: Date,
): Promise<readonly StoredAssignee[]> => {
  const known = new Map<string, StoredAssignee>([
    ...before.map(({ principalId, kind, name }) => [`${kind} ${principalId}`, { principalId, kind, name }] as const),
    ...(await readAssignable(trx, at)).map(
      ({ id, kind, name }) => [`${kind} ${id}`, { principalId: id, kind, name }] as const,
    ),
  ]);
  return [...new Map(chosen.map((each) => [`${each.kind} ${each.id}`, each.id]))].map(([key, id]) => {
    const found = known.get(key);
    if (found === undefined) throw fail('QUEUE-ASSIGNEE', { id });
    return found;
  });
};

const idsOf = (assignees: readonly StoredAssignee[]): Json =>
  assignees.map(({ principalId }) => principalId).toSorted();

/**
 * A new queue. Throws QUEUE-NAME-INVALID, QUEUE-NAME-TAKEN, QUEUE-LIMIT, QUEUE-ASSESSMENT, QUEUE-DECISION, QUEUE-ORDER,
 * QUEUE-ASSIGNEE, REQ-INVALID, and AUTH-FORBIDDEN where the caller assigns people without the right to.
 */
export const createQueue = async (context: EnvironmentContext, input: NewQueue): Promise<Queue> => {
  const { tenantId, environmentId, capabilities } = context;
  const { assessment, assignees: chosen = [] } = input;
  const settings = settingsOf(input);
  const permission = 'queueAssignments:write';
  if (chosen.length > 0 && !allows(capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
  return createResource(queueResource, context, settings.name, async ({ trx, id, changed }) => {
    const others = await listQueues(trx, [environmentId]);
    if (others.length >= MAX_QUEUES) throw fail('QUEUE-LIMIT', { limit: MAX_QUEUES });
    await requireQueueSettings(trx, environmentId, assessment, settings);
    await insertQueue(trx, tenantId, { id, environmentId, assessment }, settings, changed);
    if (chosen.length === 0) return logged({ ...settings, assessment });
    const assignees = await readChosen(trx, chosen, [], changed.at);
    await saveQueueAssignees(trx, tenantId, id, assignees, changed);
    return { ...logged({ ...settings, assessment }), assignees: idsOf(assignees) };
  });
};

/**
 * Changes a queue, for the cases that come from now on; the order and the decision at the time-out also for those that
 * wait. Throws as `createQueue`, QUEUE-UNKNOWN, QUEUE-STALE, QUEUE-GENERAL, and QUEUE-REFERENCED where its name would
 * change while routing rules use it.
 */
export const changeQueue = async (
  context: EnvironmentContext,
  id: Id,
  input: BodyOf<typeof changeEndpoint>,
): Promise<Queue> => {
  const { environmentId } = context;
  const settings = settingsOf(input);
  return changeResource(queueResource, context, id, input.version, async ({ trx, stored, changed, record }) => {
    const { assessment } = stored;
    await requireFreeName(queueResource, trx, environmentId, settings.name, stored);
    if (nameKey(settings.name) !== nameKey(stored.name)) await refuseUsed(trx, context, stored);
    await requireQueueSettings(trx, environmentId, assessment, settings);
    const decides = settings.defaultDecision !== stored.defaultDecision || settings.timeoutMs !== stored.timeoutMs;
    if (decides) await requireSecondPerson(trx, context);
    await updateQueue(trx, id, settings, changed);
    if (settings.orderBy !== stored.orderBy && isAttributeOrder(stored.orderBy))
      await clearOrderValues(trx, { environmentId, queueId: id });
    await record(settings.name === stored.name ? 'Update' : 'Rename', {
      name: settings.name,
      original: logged(stored),
      modified: logged({ ...settings, assessment }),
    });
  });
};

/** Pauses a queue, or goes on with it. Throws QUEUE-UNKNOWN, QUEUE-STALE, QUEUE-GENERAL. */
export const pauseQueue = async (
  context: EnvironmentContext,
  id: Id,
  { version, paused }: { readonly version: string; readonly paused: boolean },
): Promise<Queue> =>
  changeResource(
    queueResource,
    context,
    id,
    version,
    async ({ trx, stored, changed, record }) => {
      if (stored.paused === paused) return;
      await setQueuePaused(trx, id, paused, changed);
      await record(paused ? 'Deactivate' : 'Activate', { original: { paused: !paused }, modified: { paused } });
    },
    'noTurn',
  );

/**
 * Says who works on a queue. Who is assigned already may stay, also where the tenant no longer knows them. Throws
 * QUEUE-UNKNOWN, QUEUE-STALE, QUEUE-GENERAL, QUEUE-ASSIGNEE.
 */
export const assignQueue = async (
  context: EnvironmentContext,
  id: Id,
  input: { readonly version: string; readonly assignees: readonly ChosenAssignee[] },
): Promise<Queue> =>
  changeResource(
    queueResource,
    context,
    id,
    input.version,
    async ({ trx, changed, record }) => {
      const before = await listQueueAssignees(trx, [id]);
      const assignees = await readChosen(trx, input.assignees, before, changed.at);
      await saveQueueAssignees(trx, context.tenantId, id, assignees, changed);
      await record('Assign', { original: { assignees: idsOf(before) }, modified: { assignees: idsOf(assignees) } });
    },
    'noTurn',
  );

type Target = { readonly queueId: Id; readonly name: string; readonly timeoutMs: number };

/** Where the cases of a queue that goes are sent. Throws QUEUE-UNKNOWN, QUEUE-OTHER-ASSESSMENT. */
const targetOf = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { id, assessment }: StoredQueue,
  moveTo: Id,
): Promise<Target> => {
  if (moveTo === GENERAL_QUEUE_ID)
    return { queueId: moveTo, name: GENERAL_QUEUE.name, timeoutMs: GENERAL_QUEUE.timeoutMs };
  const target = moveTo === id ? undefined : await findQueue(trx, environmentId, moveTo);
  if (target === undefined) throw fail('QUEUE-UNKNOWN', { id: moveTo });
  if (target.assessment !== assessment) throw fail('QUEUE-OTHER-ASSESSMENT', { name: target.name });
  return { queueId: moveTo, name: target.name, timeoutMs: target.timeoutMs };
};

/**
 * Deletes a queue; its open cases move to another one. Throws QUEUE-UNKNOWN, QUEUE-STALE, QUEUE-GENERAL, QUEUE-REFERENCED
 * with the routing rules that name it, QUEUE-NOT-EMPTY where cases are open and `moveTo` is absent, QUEUE-IN-REVIEW while
 * agents have some of them, QUEUE-OTHER-ASSESSMENT.
 */
export const deleteQueue = (
  context: EnvironmentContext,
  id: Id,
  { version, moveTo }: { readonly version: string; readonly moveTo?: Id | undefined },
): Promise<void> =>
  removeResource(queueResource, context, id, version, async ({ trx, stored, changed }) => {
    const { environmentId, actor } = context;
    await refuseUsed(trx, context, stored);
    const place = { environmentId, queueId: id };
    const { open, inReview } = await readOpenCases(trx, place, changed.at);
    if (inReview > 0) throw fail('QUEUE-IN-REVIEW', { name: stored.name, count: inReview });
    if (open > 0 && moveTo === undefined) throw fail('QUEUE-NOT-EMPTY', { name: stored.name, count: open });
    // With the queue goes what was decided about its cases at their time-out.
    await requireSecondPerson(trx, context);
    if (open > 0 && moveTo !== undefined) {
      const target = await targetOf(trx, context, stored, moveTo);
      await moveOpenCases(trx, place, target, { id: actor.id, name: actor.name, at: changed.at });
    }
    await deleteStored(trx, id);
    return logged(stored);
  });
