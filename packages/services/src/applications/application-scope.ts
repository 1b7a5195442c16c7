import type { Application, Applications } from '@redoubt/contracts';
import {
  allows,
  API_ROLES,
  applicationStatus,
  environmentPath,
  fail,
  isInForce,
  mayCreateApplication,
  missingToGrant,
  missingToReceive,
  type ApiRole,
  type ApplicationGrant,
  type ApplicationStatus,
  type Capabilities,
  type Permission,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findApplication,
  type StoredApplication,
  type StoredCredential,
  type TenantTransaction,
} from '@redoubt/storage';
import {
  loadPersonAccess,
  type AccessibleEnvironment,
  type PersonAccess,
  type SignedInPerson,
} from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireCurrent, tagOf } from '../version-tag.ts';

/** What a person may do with applications, seen from one environment. */
export type ApplicationScope = {
  readonly access: PersonAccess;
  /** Why they may change nothing; null where they may. */
  readonly missing: Applications['missing'];
  /** Whether they may change applications in every environment of these grants. */
  readonly mayChange: (grants: readonly ApplicationGrant[]) => boolean;
  /** Roles they may give and take in an environment; null stands for the whole tenant. */
  readonly rolesToGive: (environmentId: Id | null) => readonly ApiRole[];
  /** The first permission that giving or taking these roles needs and that they lack; undefined where they may. */
  readonly missingToGrant: (grants: readonly ApplicationGrant[]) => Permission | undefined;
  /** The same for receiving the secret of an application with these roles. */
  readonly missingToReceive: (grants: readonly ApplicationGrant[]) => Permission | undefined;
  /** Whether an application concerns the environment: it may call there, above or below, or nowhere any more. */
  readonly concerns: (grants: readonly ApplicationGrant[]) => boolean;
};

/** Rights that applications are changed by: as things of their own, or as holders of roles. */
type ApplicationRight = 'applications:write' | 'accessControlApplications:write';

const missingOf = (
  access: PersonAccess,
  here: AccessibleEnvironment | undefined,
  right: ApplicationRight,
): Applications['missing'] => {
  if (here === undefined || !allows(here.capabilities, right)) return 'role';
  // Roles are given without a role in the directory; credentials are not.
  if (right === 'accessControlApplications:write') return null;
  return mayCreateApplication(here.capabilities, access.directoryRoles) ? null : 'directoryRole';
};

const readScope = async (
  trx: TenantTransaction,
  { clock, environmentId }: EnvironmentContext,
  person: SignedInPerson,
  right: ApplicationRight,
): Promise<ApplicationScope> => {
  const access = await loadPersonAccess(trx, person, new Date(clock.now()));
  const byId = new Map(access.environments.map((environment) => [environment.id, environment]));
  const pathOf = (id: Id): readonly Id[] => [id, ...environmentPath(id, byId).parentIds];
  const roots = access.environments.filter(({ parentId }) => parentId === null);
  /** What is held wherever a grant counts: in its environment, or in every root. */
  const heldFor = (id: Id | null): readonly Capabilities[] =>
    (id === null ? roots : [byId.get(id)]).map((environment) => environment?.capabilities ?? {});
  const missingFor = (
    { environmentId: id, roles }: ApplicationGrant,
    missing: typeof missingToGrant,
  ): Permission | undefined =>
    heldFor(id)
      .flatMap((held) => roles.map((role) => missing(held, role)))
      .find((permission) => permission !== undefined);
  const firstMissing = (grants: readonly ApplicationGrant[], missing: typeof missingToGrant): Permission | undefined =>
    grants.map((grant) => missingFor(grant, missing)).find((permission) => permission !== undefined);
  return {
    access,
    missing: missingOf(access, byId.get(environmentId), right),
    mayChange: (grants) => grants.every(({ environmentId: id }) => heldFor(id).every((held) => allows(held, right))),
    rolesToGive: (id) =>
      API_ROLES.filter((role) => missingFor({ environmentId: id, roles: [role] }, missingToGrant) === undefined),
    missingToGrant: (grants) => firstMissing(grants, missingToGrant),
    missingToReceive: (grants) => firstMissing(grants, missingToReceive),
    concerns: (grants) =>
      grants.length === 0 ||
      grants.some(
        ({ environmentId: id }) =>
          id === null || (byId.has(id) && (pathOf(id).includes(environmentId) || pathOf(environmentId).includes(id))),
      ),
  };
};

/** Reads the scope; rights are those of now, not those of a token alone. */
export const readApplicationScope = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson,
): Promise<ApplicationScope> => readScope(trx, context, person, 'applications:write');

/** The same for giving and taking roles. */
export const readAccessScope = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson,
): Promise<ApplicationScope> => readScope(trx, context, person, 'accessControlApplications:write');

/** @throws `AUTH-FORBIDDEN`, `APP-DIRECTORY-ROLE-MISSING`, `APP-ENVIRONMENT-REFUSED`. */
export const requireMayChange = (scope: ApplicationScope, grants: readonly ApplicationGrant[]): void => {
  if (scope.missing === 'role') throw fail('AUTH-FORBIDDEN', { permission: 'applications:write' });
  if (scope.missing === 'directoryRole') throw fail('APP-DIRECTORY-ROLE-MISSING');
  if (!scope.mayChange(grants)) throw fail('APP-ENVIRONMENT-REFUSED');
};

/** Refuses to give or take roles that are not theirs to give. @throws `AUTH-FORBIDDEN` with what is missing. */
export const requireMayGive = (scope: ApplicationScope, grants: readonly ApplicationGrant[]): void => {
  const permission = scope.missingToGrant(grants);
  if (permission !== undefined) throw fail('AUTH-FORBIDDEN', { permission });
};

/**
 * Refuses a new secret of an application that may do what the person may not: the holder of the secret holds its roles.
 *
 * @throws `AUTH-FORBIDDEN` with what is missing.
 */
export const requireMayReceive = (scope: ApplicationScope, grants: readonly ApplicationGrant[]): void => {
  const permission = scope.missingToReceive(grants);
  if (permission !== undefined) throw fail('AUTH-FORBIDDEN', { permission });
};

/**
 * An application that may be changed now, at the version it was seen.
 *
 * @param touched grants that are changed, where not the whole application is.
 * @throws `APP-UNKNOWN`, `APP-STALE`, `APP-REVOKED`, and what `requireMayChange` does.
 */
export const takeApplication = async (
  trx: TenantTransaction,
  scope: ApplicationScope,
  clientId: Id,
  version: string,
  touched?: readonly ApplicationGrant[],
): Promise<StoredApplication> => {
  const stored = await findApplication(trx, clientId);
  if (stored === undefined || !scope.concerns(stored.grants)) throw fail('APP-UNKNOWN', { id: clientId });
  requireMayChange(scope, touched ?? stored.grants);
  requireCurrent(version, stored.version, 'APP-STALE', { name: stored.displayName });
  if (stored.revoked !== null) throw fail('APP-REVOKED', { name: stored.displayName });
  return stored;
};

const lifeOf = ({ notBefore, notAfter }: StoredCredential) => ({
  notBeforeMs: notBefore.getTime(),
  notAfterMs: notAfter?.getTime() ?? null,
});

/** The state of an application as it is kept. */
export const statusOf = ({ revoked, credentials }: StoredApplication, nowMs: number): ApplicationStatus =>
  applicationStatus({ isRevoked: revoked !== null, credentials: credentials.map(lifeOf) }, nowMs);

/** Names of the environments the person may open; others are distinguished by their ids alone. */
export const environmentNames = ({ access }: ApplicationScope): ReadonlyMap<Id, string> =>
  new Map(
    access.environments
      .filter(({ hasAccess }) => hasAccess)
      .map(({ id, name, friendlyName }) => [id, friendlyName ?? name]),
  );

/** Environments in which the person may give roles, each with the roles. */
export const environmentsToGive = (scope: ApplicationScope): Applications['environments'] =>
  scope.access.environments.flatMap(({ id, name, friendlyName, parentId, status }) => {
    const roles = status === 'Active' ? scope.rolesToGive(id) : [];
    return roles.length === 0 ? [] : [{ id, name: friendlyName ?? name, parentId, roles: [...roles] }];
  });

/** An application as the console shows it: nothing of its secrets but how they begin. */
export const applicationAnswer = (stored: StoredApplication, scope: ApplicationScope, nowMs: number): Application => {
  const names = environmentNames(scope);
  const { revoked } = stored;
  return {
    id: stored.clientId,
    displayName: stored.displayName,
    status: statusOf(stored, nowMs),
    grants: stored.grants.map(({ environmentId, roles }) => ({
      environmentId,
      environment: environmentId === null ? null : (names.get(environmentId) ?? environmentId),
      roles: [...roles],
    })),
    credentials: stored.credentials.map((credential) => ({
      id: credential.id,
      kind: credential.kind,
      hint: credential.hint,
      notBefore: credential.notBefore.toISOString(),
      notAfter: credential.notAfter?.toISOString() ?? null,
      isInForce: revoked === null && isInForce(lifeOf(credential), nowMs),
      created: { by: credential.createdBy, at: credential.createdAt.toISOString() },
    })),
    callsPerSecond: stored.callsPerSecond,
    lastCallAt: stored.lastCallAt?.toISOString() ?? null,
    created: { by: stored.created.by, at: stored.created.at.toISOString() },
    revoked: revoked === null ? null : { by: revoked.by, at: revoked.at.toISOString() },
    version: tagOf(stored.version),
    canWrite: revoked === null && scope.missing === null && scope.mayChange(stored.grants),
  };
};
