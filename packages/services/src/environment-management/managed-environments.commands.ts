import type { createManagedEnvironment as createEndpoint, BodyOf, ManagedEnvironment } from '@redoubt/contracts';
import { allows, fail, type EnvironmentChange, type EnvironmentKind } from '@redoubt/domain';
import { invariant, newId, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  insertCreation,
  insertEnvironment,
  queueJob,
  setEnvironmentStatus,
  type EnvironmentCreation,
  type StoredEnvironment,
  type TenantTransaction,
} from '@redoubt/storage';
import type { AccessibleEnvironment, SignedInPerson } from '../access/person-access.ts';
import { changedBy, jobAsker } from '../activity/record-activity.ts';
import type { EnvironmentContext, ServiceContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import {
  applyChange,
  beginDeletion,
  follow,
  recordEnvironment,
  refuseTaken,
  undoDeletion,
  type ChangingContext,
} from './change-environment.ts';
import { queuePurge } from './purge-environments.ts';
import {
  readPersonTree,
  requireSeen,
  toManaged,
  type EnvironmentOptions,
  type PersonTree,
} from './environment-tree.ts';

/** A new environment as its form says it; what it starts with was read before. */
type NewManaged = Omit<BodyOf<typeof createEndpoint>, 'template'> & {
  readonly kind: EnvironmentKind;
  readonly start: Pick<EnvironmentCreation, 'template' | 'files'>;
};

const presentOf = ({ environments }: PersonTree) => ({
  all: environments.filter(({ status }) => status !== 'Deleted'),
});

/** Writers of one tenant take turns from the plan head on, so what is read here is what stands; the answer is read after that. */
const change = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  work: (trx: TenantTransaction, tree: PersonTree) => Promise<Id>,
): Promise<ManagedEnvironment> => {
  const id = await inTransaction(context, async (trx) => {
    await advancePlanHead(trx, context.tenantId, new Date(context.clock.now()));
    return work(trx, await readPersonTree(trx, context, person));
  });
  return reading(context, async (trx) => {
    const tree = await readPersonTree(trx, context, person);
    const [answer] = await toManaged(trx, context, tree, [requireSeen(tree, id)]);
    invariant(answer, 'one environment in, one out');
    return answer;
  });
};

/** A person who changes an environment, with what they hold there. */
const changing = (
  context: EnvironmentContext,
  capabilities: EnvironmentContext['capabilities'],
  { undoWindowMs }: EnvironmentOptions,
): ChangingContext => ({ ...context, by: { kind: 'person', capabilities }, undoWindowMs });

/** Leaves the creation of an environment to a node that does jobs. */
const queueCreation = (
  trx: TenantTransaction,
  context: ServiceContext,
  { id, parentId, name }: Pick<StoredEnvironment, 'id' | 'parentId' | 'name'>,
): Promise<void> => {
  const place = { tenantId: context.tenantId, subjectId: id, environmentId: parentId ?? id };
  return queueJob(trx, { kind: 'environmentCreation', ...place, name, ...jobAsker(context) });
};

const geographyOf = ({ geographies }: EnvironmentOptions, code: string | null): StoredEnvironment['geography'] => {
  const found = geographies.find((each) => each.code === code);
  if (found === undefined) throw fail('ENV-GEOGRAPHY-UNKNOWN', { code: code ?? '' });
  return found;
};

const parentOf = (tree: PersonTree, parentId: Id): AccessibleEnvironment => {
  const parent = requireSeen(tree, parentId);
  if (parent.status !== 'Active') throw fail('ENV-NOT-ACTIVE', { name: parent.name });
  return parent;
};

/**
 * Creates an environment, as a root or below another one. It is New until a job has brought it to Active.
 *
 * @throws `ENV-UNKNOWN`, `ENV-NOT-ACTIVE` of the parent, `ENV-NAME-TAKEN`, `ENV-API-ID-TAKEN`, `ENV-GEOGRAPHY-UNKNOWN`,
 * `AUTH-FORBIDDEN`.
 */
export const addEnvironment = (
  context: EnvironmentContext,
  person: SignedInPerson,
  options: EnvironmentOptions,
  { start, geography, parentId, ...input }: NewManaged,
): Promise<ManagedEnvironment> => {
  requireClean({
    'body.friendlyName': input.friendlyName,
    'body.description': input.description,
    'body.tags': input.tags,
  });
  return change(context, person, async (trx, tree) => {
    const parent = parentId === null ? null : parentOf(tree, parentId);
    const held = parent?.capabilities ?? tree.tenantCapabilities;
    const here = changing(context, held, options);
    const status = follow(here, presentOf(tree), { isRoot: parent === null }, 'create');
    refuseTaken(presentOf(tree), { id: null, parentId }, input);
    const environment: StoredEnvironment = {
      ...input,
      tags: [...new Set(input.tags)],
      id: newId(),
      parentId,
      status,
      statusReason: null,
      geography: parent === null ? geographyOf(options, geography) : parent.geography,
      deviceFingerprintingId: newId(),
    };
    await insertEnvironment(trx, context.tenantId, environment, changedBy(context));
    const asked = { askedById: context.actor.id, askedBy: context.actor.name };
    await insertCreation(trx, context.tenantId, environment.id, { ...start, ...asked });
    await queueCreation(trx, context, environment);
    await recordEnvironment(trx, context, environment, 'Create', {
      modified: {
        ...input,
        tags: [...environment.tags],
        parentId,
        status,
        geography: environment.geography?.code ?? null,
        template: start.template,
      },
    });
    return environment.id;
  });
};

/** Changes names, description and tags. @throws `ENV-UNKNOWN`, `ENV-STALE`, `ENV-NAME-TAKEN`, `ENV-TRANSITION-REFUSED`. */
export const changeManagedEnvironment = (
  context: EnvironmentContext,
  person: SignedInPerson,
  _options: EnvironmentOptions,
  managedId: Id,
  input: EnvironmentChange,
): Promise<ManagedEnvironment> => {
  const { friendlyName = null, description = '', tags = [] } = input;
  requireClean({ 'body.friendlyName': friendlyName, 'body.description': description, 'body.tags': [...tags] });
  return change(context, person, async (trx, tree) => {
    const before = requireSeen(tree, managedId);
    const permission = before.parentId === null ? 'rootEnvironmentsUpdate:write' : 'childEnvironments:write';
    if (!allows(before.capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
    await applyChange(trx, context, presentOf(tree), before, input);
    return managedId;
  });
};

/**
 * Asks for the deletion of an environment. @throws `ENV-UNKNOWN`, `ENV-TRANSITION-REFUSED` with children, for the last
 * one, with another name typed, or in a state that knows no deletion.
 */
export const deleteManagedEnvironment = (
  context: EnvironmentContext,
  person: SignedInPerson,
  options: EnvironmentOptions,
  managedId: Id,
  { name }: { readonly name: string },
): Promise<ManagedEnvironment> =>
  change(context, person, async (trx, tree) => {
    const before = requireSeen(tree, managedId);
    const here = changing(context, before.capabilities, options);
    await beginDeletion(trx, here, presentOf(tree), before, name);
    return managedId;
  });

type ManagedCommand = (
  context: EnvironmentContext,
  person: SignedInPerson,
  options: EnvironmentOptions,
  managedId: Id,
) => Promise<ManagedEnvironment>;

/** Undoes a deletion. @throws `ENV-UNKNOWN`, `ENV-TRANSITION-REFUSED` where none is under way or its time is over. */
export const restoreManagedEnvironment: ManagedCommand = (context, person, options, managedId) =>
  change(context, person, async (trx, tree) => {
    const before = requireSeen(tree, managedId);
    await undoDeletion(trx, changing(context, before.capabilities, options), presentOf(tree), before);
    return managedId;
  });

/** Tries a creation or a purge again that failed. @throws `ENV-UNKNOWN`, `AUTH-FORBIDDEN`, `ENV-TRANSITION-REFUSED`. */
export const retryManagedEnvironment: ManagedCommand = (context, person, options, managedId) =>
  change(context, person, async (trx, tree) => {
    const before = requireSeen(tree, managedId);
    const here = changing(context, before.capabilities, options);
    const status = follow(here, presentOf(tree), before, 'retry');
    const { deletedAt, purgeAt } = before;
    const deletion = deletedAt && purgeAt ? { deletedAt, purgeAt } : null;
    await setEnvironmentStatus(trx, managedId, { status, reason: null, deletion }, changedBy(context));
    await recordEnvironment(trx, context, before, 'Update', {
      original: { status: before.status },
      modified: { status },
    });
    if (status === 'Creating') await queueCreation(trx, context, before);
    else await queuePurge(trx, context, before);
    return managedId;
  });
