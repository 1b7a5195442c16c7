import type {
  BodyOf,
  changeAssignments as changeEndpoint,
  ResponseOf,
  revokeAssignments as revokeEndpoint,
} from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import {
  deleteAssignments,
  deleteInvited,
  lockAccess,
  updateAssignment,
  type StoredAssignment,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import { requireLater } from './assign-roles.command.ts';
import { assignedIdOf, nameOf, readDirectory, type Directory } from './directory.ts';
import { keepingAdministrators } from './last-administrator.ts';
import { readPeopleScope, requireMayGive, type PeopleScope } from './people-scope.ts';
import { recordAccess, type RecordedRole } from './record-access.ts';

type Chosen = BodyOf<typeof revokeEndpoint>['assignments'];
type Changed = ResponseOf<typeof revokeEndpoint>;

/** An assignment with the name of its holder. */
export type TakenAssignment = StoredAssignment & { readonly name: string };

/**
 * Assignments that the caller may change, as they were when they were seen.
 *
 * @throws `ACCESS-ASSIGNMENT-UNKNOWN`, `ACCESS-STALE`, `ACCESS-ROLE-REFUSED`.
 */
export const takeAssignments = (
  directory: Directory,
  scope: PeopleScope,
  chosen: Chosen,
): readonly TakenAssignment[] => {
  const names = new Map(directory.holders.map((each) => [assignedIdOf(each), nameOf(each)]));
  return chosen.map(({ id, version }) => {
    const found = directory.assignment(id);
    if (found === undefined || !scope.sees(found.environmentId)) throw fail('ACCESS-ASSIGNMENT-UNKNOWN', { id });
    const name = names.get(found.holderId) ?? found.holderId;
    requireMayGive(scope, found.environmentId, [found.role]);
    requireCurrent(version, found.version, 'ACCESS-STALE', { name });
    return { ...found, name };
  });
};

const recordedRole = (scope: PeopleScope, { environmentId, ...rest }: StoredAssignment): RecordedRole => ({
  ...rest,
  environment: scope.nameOf(environmentId),
});

/** Takes roles away, writes that down, and forgets invitations that nothing is left of. */
export const revokeTaken = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  scope: PeopleScope,
  taken: readonly TakenAssignment[],
  reason: string,
): Promise<void> => {
  await deleteAssignments(
    trx,
    taken.map(({ id }) => id),
  );
  for (const [holderId, theirs] of Map.groupBy(taken, ({ holderId: id }) => id)) {
    for (const [environmentId, gone] of Map.groupBy(theirs, ({ environmentId: id }) => id)) {
      const original = gone.map((one) => recordedRole(scope, one));
      const entry = { operation: 'Revoke', id: holderId, name: gone[0]?.name ?? holderId, environmentId } as const;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      await recordAccess(trx, context, { ...entry, original, modified: [], reason });
    }
  }
  const left = await readDirectory(trx, scope.edition);
  const holders = new Set(taken.map(({ holderId }) => holderId));
  for (const person of left.people) {
    const isForgotten = person.status === 'Invited' && person.lastSeenAt === null && holders.has(person.userId);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    if (isForgotten && left.grantsOf({ holder: 'Person', person }).length === 0) await deleteInvited(trx, person.id);
  }
};

/**
 * Takes roles away, all or none.
 *
 * @throws `ACCESS-ASSIGNMENT-UNKNOWN`, `ACCESS-STALE`, `ACCESS-ROLE-REFUSED`, `ACCESS-LAST-ADMINISTRATOR`.
 */
export const revokeAssignments = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { assignments, reason }: BodyOf<typeof revokeEndpoint>,
): Promise<Changed> =>
  inTransaction(context, async (trx) => {
    await lockAccess(trx, context.tenantId);
    const scope = await readPeopleScope(trx, context, person);
    const taken = takeAssignments(await readDirectory(trx, scope.edition), scope, assignments);
    await keepingAdministrators(trx, context, scope, () => revokeTaken(trx, context, scope, taken, reason));
    return { count: taken.length, invited: [] };
  });

/**
 * Changes when roles end, or puts another role in their place, all or none. A role that the holder has there already takes
 * the other's place with its new end.
 *
 * @throws as `revokeAssignments`, and `ACCESS-EXPIRY-PAST`.
 */
export const changeAssignments = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { assignments, role, expiresAt, reason }: BodyOf<typeof changeEndpoint>,
): Promise<Changed> =>
  inTransaction(context, async (trx) => {
    await lockAccess(trx, context.tenantId);
    const scope = await readPeopleScope(trx, context, person);
    const directory = await readDirectory(trx, scope.edition);
    const taken = takeAssignments(directory, scope, assignments);
    const end = expiresAt === undefined ? undefined : requireLater(expiresAt, context.clock.now());
    for (const { environmentId } of taken) if (role !== undefined) requireMayGive(scope, environmentId, [role]);
    await keepingAdministrators(trx, context, scope, async () => {
      for (const before of taken) {
        const after = {
          role: role ?? before.role,
          expiresAt: end === undefined ? before.expiresAt : end,
          reason: reason ?? before.reason,
        };
        const replaced = directory
          .heldBy(before.holderId)
          .filter(
            (other) =>
              other.id !== before.id && other.role === after.role && other.environmentId === before.environmentId,
          );
        // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
        await deleteAssignments(
          trx,
          replaced.map(({ id }) => id),
        );
        // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
        await updateAssignment(trx, before.id, after, changedBy(context));
        // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
        await recordAccess(trx, context, {
          operation: 'Update',
          id: before.holderId,
          name: before.name,
          environmentId: before.environmentId,
          original: [before, ...replaced].map((one) => recordedRole(scope, one)),
          modified: [recordedRole(scope, { ...before, ...after })],
        });
      }
    });
    return { count: taken.length, invited: [] };
  });
