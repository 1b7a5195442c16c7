import type { ApplicationAccess, ApplicationRole } from '@redoubt/contracts';
import { changedGrants, fail, mayCreateApplication, type ApiRole, type ApplicationGrant } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  listApplications,
  updateApplication,
  type StoredApplication,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { Operation } from '../activity-entry.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import {
  environmentNames,
  environmentsToGive,
  readAccessScope,
  requireMayGive,
  statusOf,
  takeApplication,
  type ApplicationScope,
} from './application-scope.ts';
import { tagOf } from '../version-tag.ts';
import { inTransaction } from '../unit-of-work.ts';

/** When the last credential ends; null where one goes on for good, or none is left. */
const endOf = ({ credentials }: StoredApplication, nowMs: number): string | null => {
  const standing = credentials.filter(({ notAfter }) => notAfter === null || notAfter.getTime() > nowMs);
  if (standing.length === 0 || standing.some(({ notAfter }) => notAfter === null)) return null;
  return new Date(Math.max(...standing.map(({ notAfter }) => notAfter?.getTime() ?? 0))).toISOString();
};

const assignmentsOf = (
  stored: StoredApplication,
  scope: ApplicationScope,
  nowMs: number,
): readonly ApplicationRole[] => {
  const names = environmentNames(scope);
  return stored.grants
    .filter((grant) => scope.concerns([grant]))
    .map(({ environmentId, roles }) => ({
      applicationId: stored.clientId,
      displayName: stored.displayName,
      status: statusOf(stored, nowMs),
      environmentId,
      environment: environmentId === null ? null : (names.get(environmentId) ?? environmentId),
      roles: [...roles],
      endsAt: endOf(stored, nowMs),
      version: tagOf(stored.version),
      canWrite:
        stored.revoked === null &&
        scope.missing === null &&
        scope.missingToGrant([{ environmentId, roles }]) === undefined,
    }));
};

const readAccess = async (
  trx: TenantTransaction,
  { clock, environmentId, capabilities }: EnvironmentContext,
  scope: ApplicationScope,
): Promise<ApplicationAccess> => {
  const nowMs = clock.now();
  const stored = (await listApplications(trx)).filter(({ revoked }) => revoked === null);
  const here = scope.access.environments.find(({ id }) => id === environmentId)?.capabilities ?? capabilities;
  const canWrite = scope.missing === null;
  return {
    assignments: stored.flatMap((each) => assignmentsOf(each, scope, nowMs)),
    applications: canWrite
      ? stored
          .filter(({ grants }) => scope.concerns(grants))
          .map(({ clientId, displayName, version }) => ({ id: clientId, displayName, version: tagOf(version) }))
      : [],
    environments: environmentsToGive(scope),
    rolesEverywhere: [...scope.rolesToGive(null)],
    canWrite,
    canCreate: mayCreateApplication(here, scope.access.directoryRoles),
  };
};

/** Which applications hold which API roles here, above and below; revoked ones hold none. */
export const getApplicationAccess = (context: EnvironmentContext, person: SignedInPerson): Promise<ApplicationAccess> =>
  inTransaction(context, async (trx) => readAccess(trx, context, await readAccessScope(trx, context, person)));

const save = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  stored: StoredApplication,
  grants: readonly ApplicationGrant[],
  operation: Operation,
): Promise<void> => {
  await updateApplication(trx, stored.clientId, { grants }, changedBy(context));
  await recordActivity(trx, context, {
    operation,
    type: 'Application',
    id: stored.clientId,
    name: stored.displayName,
    environmentId: context.environmentId,
    original: { grants: stored.grants as unknown as Json },
    modified: { grants: grants as unknown as Json },
  });
};

const inOrder = (roles: readonly ApiRole[]): readonly ApiRole[] => [...new Set(roles)];

/**
 * Sets the roles an application holds in one environment; what it holds elsewhere stays.
 *
 * @throws `APP-UNKNOWN`, `APP-STALE`, `APP-REVOKED`, `APP-ENVIRONMENT-REFUSED`, `AUTH-FORBIDDEN`.
 */
export const assignApplicationRoles = (
  context: EnvironmentContext,
  person: SignedInPerson,
  clientId: Id,
  input: { readonly version: string; readonly environmentId: Id | null; readonly roles: readonly ApiRole[] },
): Promise<ApplicationAccess> =>
  inTransaction(context, async (trx) => {
    await advancePlanHead(trx, context.tenantId, changedBy(context).at);
    const scope = await readAccessScope(trx, context, person);
    const granted: ApplicationGrant = { environmentId: input.environmentId, roles: inOrder(input.roles) };
    const stored = await takeApplication(trx, scope, clientId, input.version, [granted]);
    const others = stored.grants.filter(({ environmentId }) => environmentId !== input.environmentId);
    const grants = [...others, granted];
    requireMayGive(scope, changedGrants(stored.grants, grants));
    await save(trx, context, stored, grants, 'Assign');
    return readAccess(trx, context, scope);
  });

/** All roles that an application holds in one place. */
type RevokedRoles = { readonly applicationId: Id; readonly environmentId: Id | null; readonly version: string };

/**
 * Takes roles away, all or none. An application that holds none anywhere stays, and can be given some again.
 *
 * @throws as `assignApplicationRoles`.
 */
export const revokeApplicationRoles = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { assignments }: { readonly assignments: readonly RevokedRoles[] },
): Promise<ApplicationAccess> =>
  inTransaction(context, async (trx) => {
    await advancePlanHead(trx, context.tenantId, changedBy(context).at);
    const scope = await readAccessScope(trx, context, person);
    for (const [clientId, taken] of Map.groupBy(assignments, ({ applicationId }) => applicationId)) {
      const ids = new Set(taken.map(({ environmentId }) => environmentId));
      const gone = taken.map(({ environmentId }) => ({ environmentId, roles: [] }));
      const stored = await takeApplication(trx, scope, clientId, taken[0]?.version ?? '', gone);
      const left = stored.grants.filter(({ environmentId }) => !ids.has(environmentId));
      if (left.length === stored.grants.length) throw fail('APP-STALE', { name: stored.displayName });
      requireMayGive(scope, changedGrants(stored.grants, left));
      await save(trx, context, stored, left, 'Revoke');
    }
    return readAccess(trx, context, scope);
  });
