import type { Geography, ManagedEnvironment } from '@redoubt/contracts';
import { allows, environmentPath, fail, rolesAlong } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import {
  listApplications,
  readCreationProgress,
  readDecidedEvents,
  readEnvironmentContents,
  type StoredApplication,
  type TenantTransaction,
} from '@redoubt/storage';
import {
  loadPersonAccess,
  type AccessibleEnvironment,
  type PersonAccess,
  type SignedInPerson,
} from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';
import { readPeopleCounts } from '../people/people-counts.ts';
import { keptFromPurge, readActiveHolds } from '../retention/holds.ts';
import { tagOf } from '../version-tag.ts';

/** What the installation says of environments. */
export type EnvironmentOptions = {
  /** Where data of a new root can be stored. */
  readonly geographies: readonly Geography[];
  /** How long a deletion can be undone. */
  readonly undoWindowMs: number;
};

/** How far back the events of an environment are counted. */
const EVENTS_MS = 30 * DAY_MS;

const NOTHING = { rules: 0, velocitySets: 0, functions: 0, lists: 0, queues: 0, openCases: 0 } as const;

/** The environments of a tenant with what a person may do in each. */
export type PersonTree = PersonAccess & {
  readonly byId: ReadonlyMap<Id, AccessibleEnvironment>;
  /** Those that the person may look at here. */
  readonly seen: readonly AccessibleEnvironment[];
};

export const readPersonTree = async (
  trx: TenantTransaction,
  context: ServiceContext,
  person: SignedInPerson,
): Promise<PersonTree> => {
  const access = await loadPersonAccess(trx, person, new Date(context.clock.now()));
  return {
    ...access,
    byId: new Map(access.environments.map((each) => [each.id, each])),
    seen: access.environments.filter(({ capabilities }) => allows(capabilities, 'rootEnvironmentsUpdate:read')),
  };
};

/** One that the person may look at. @throws `ENV-UNKNOWN` */
export const requireSeen = ({ seen }: PersonTree, id: Id): AccessibleEnvironment => {
  const found = seen.find((each) => each.id === id);
  if (found === undefined) throw fail('ENV-UNKNOWN', { id });
  return found;
};

/** What a person may do with an environment as it stands. */
const mayDo = ({ parentId, capabilities, status, deletedAt }: AccessibleEnvironment): ManagedEnvironment['may'] => {
  const isRoot = parentId === null;
  const manages = allows(capabilities, isRoot ? 'rootEnvironments:write' : 'childEnvironments:write');
  const changes = allows(capabilities, isRoot ? 'rootEnvironmentsUpdate:write' : 'childEnvironments:write');
  return {
    change: changes && deletedAt === null,
    remove: manages && ['Active', 'Error', 'CreateFailed'].includes(status),
    restore: manages && status === 'SoftDeleting',
    retry:
      (manages && status === 'CreateFailed') ||
      (status === 'DeleteFailed' && allows(capabilities, 'rootEnvironments:write')),
    addChild: status === 'Active' && allows(capabilities, 'childEnvironments:write'),
  };
};

/** Applications that hold a role in an environment. */
export const callersOf = (
  applications: readonly StoredApplication[],
  path: readonly Id[],
): readonly { readonly application: StoredApplication; readonly roles: readonly string[] }[] =>
  applications
    .filter(({ revoked }) => revoked === null)
    .map((application) => ({ application, roles: rolesAlong(application.grants, path) }))
    .filter(({ roles }) => roles.length > 0);

/** Environments as the page shows them. */
export const toManaged = async (
  trx: TenantTransaction,
  context: ServiceContext,
  { byId, seen, tenant, environments }: PersonTree,
  shown: readonly AccessibleEnvironment[],
): Promise<ManagedEnvironment[]> => {
  const nowMs = context.clock.now();
  const contents = new Map(
    (await readEnvironmentContents(trx)).map(({ environmentId, ...each }) => [environmentId, each]),
  );
  const people = await readPeopleCounts(trx, tenant.edition, environments, nowMs);
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const events = await readDecidedEvents(trx, new Date(today - EVENTS_MS));
  const progress = new Map(
    (await readCreationProgress(trx)).map(({ environmentId, done, total }) => [environmentId, { done, total }]),
  );
  const applications = await listApplications(trx);
  const leaving = shown.filter(({ purgeAt }) => purgeAt !== null).map(({ id }) => id);
  const held = leaving.length === 0 ? undefined : keptFromPurge(leaving, byId, await readActiveHolds(trx, nowMs));
  const visible = new Set(seen.map(({ id }) => id));
  return shown.map((environment): ManagedEnvironment => {
    const { id, parentId } = environment;
    return {
      id,
      parentId: parentId !== null && visible.has(parentId) ? parentId : null,
      isRoot: parentId === null,
      name: environment.name,
      friendlyName: environment.friendlyName,
      description: environment.description,
      tags: [...environment.tags],
      kind: environment.kind,
      customerApiId: environment.customerApiId,
      status: environment.status,
      statusReason: environment.statusReason,
      geography: environment.geography,
      deviceFingerprintingId: environment.deviceFingerprintingId,
      createdAt: environment.createdAt.toISOString(),
      changedAt: environment.changedAt.toISOString(),
      undoUntil: environment.purgeAt?.toISOString() ?? null,
      isHeld: held?.has(id) ?? false,
      progress: progress.get(id) ?? null,
      contents: { ...(contents.get(id) ?? NOTHING), people: people.get(id) ?? 0 },
      events: events.get(id) ?? 0,
      applications: callersOf(applications, [id, ...environmentPath(id, byId).parentIds]).length,
      may: mayDo(environment),
      version: tagOf(environment.version),
    };
  });
};
