import type { BodyOf, assignRoles as endpoint, ResponseOf } from '@redoubt/contracts';
import { fail, rolesOf, type Role } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { lockAccess, saveAssignment, type TenantTransaction } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { takeTargets } from './assignment-targets.ts';
import { assignedIdOf, nameOf, readDirectory, usernameOf, type Directory, type Holder } from './directory.ts';
import { mailInvitations } from './invitations.ts';
import { keepingAdministrators } from './last-administrator.ts';
import { readPeopleScope, requireMayGive, type PeopleScope } from './people-scope.ts';
import { recordAccess, type RecordedRole } from './record-access.ts';

/** What is given, and where. */
type Gift = {
  readonly roles: readonly Role[];
  readonly environmentId: string | null;
  readonly expiresAt: Date | null;
  readonly reason: string;
};

/** The moment a role ends, or null. Refuses one that is past already. @throws `ACCESS-EXPIRY-PAST`. */
export const requireLater = (expiresAt: string | null, nowMs: number): Date | null => {
  if (expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (end.getTime() <= nowMs) throw fail('ACCESS-EXPIRY-PAST', { at: expiresAt });
  return end;
};

/** Roles of the tenant's edition in their order. @throws `ACCESS-ROLE-REFUSED` for one of the other edition. */
const requireRoles = (names: readonly string[], { edition }: PeopleScope): readonly Role[] => {
  const roles = rolesOf(names, edition);
  const foreign = names.find((name) => !(roles as readonly string[]).includes(name));
  if (foreign !== undefined) throw fail('ACCESS-ROLE-REFUSED', { role: foreign, environment: '*' });
  return roles;
};

const giveTo = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { directory, scope }: { readonly directory: Directory; readonly scope: PeopleScope },
  each: Holder,
  { roles, environmentId, expiresAt, reason }: Gift,
): Promise<void> => {
  const userId = assignedIdOf(each);
  const displayName = nameOf(each);
  const environment = scope.nameOf(environmentId);
  const before = directory.grantsOf(each).flatMap(({ assignment }): RecordedRole[] => {
    const isOwn = assignment?.holderId === userId && assignment.environmentId === environmentId;
    return isOwn ? [{ ...assignment, environment }] : [];
  });
  const username = each.holder === 'Person' ? usernameOf(each) : '';
  const holder = { holder: each.holder, userId, username, displayName };
  for (const role of roles) {
    const assignment = { id: newId(), ...holder, role, environmentId, expiresAt, reason };
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await saveAssignment(trx, context.tenantId, assignment, changedBy(context));
  }
  const others = before.filter(({ role }) => !(roles as readonly string[]).includes(role));
  await recordAccess(trx, context, {
    operation: 'Assign',
    id: userId,
    name: displayName,
    environmentId,
    original: before,
    modified: [...others, ...roles.map((role) => ({ role, environment, expiresAt, reason }))],
  });
};

/**
 * Gives roles in an environment and all below it. Unknown people are invited; who has a role already keeps it with the new end.
 *
 * @param origin where invitations lead to; undefined where no mail goes out.
 * @throws `ACCESS-HOLDER-UNKNOWN`, `ACCESS-ROLE-REFUSED`, `ACCESS-EXPIRY-PAST`, `ACCESS-USERNAME-INVALID`,
 * `ACCESS-LAST-ADMINISTRATOR`, `ENV-UNKNOWN`.
 */
export const assignRoles = (
  context: EnvironmentContext,
  person: SignedInPerson,
  origin: string | undefined,
  input: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> =>
  inTransaction(context, async (trx) => {
    await lockAccess(trx, context.tenantId);
    const scope = await readPeopleScope(trx, context, person);
    const { environmentId, reason } = input;
    const roles = requireRoles(input.roles, scope);
    requireMayGive(scope, environmentId, roles);
    const expiresAt = requireLater(input.expiresAt, context.clock.now());
    const { holders, invited } = await keepingAdministrators(trx, context, scope, async () => {
      const directory = await readDirectory(trx, scope.edition);
      const targets = await takeTargets(trx, context, directory, input.targets);
      for (const each of targets.holders) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
        await giveTo(trx, context, { directory, scope }, each, { roles, environmentId, expiresAt, reason });
      }
      return targets;
    });
    await mailInvitations(trx, context, invited, origin);
    return { count: holders.length * roles.length, invited: invited.map(({ username }) => username) };
  });
