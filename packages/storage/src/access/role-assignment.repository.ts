import type { TenantTransaction } from '../database/database.ts';

/** A role given to a person; `environmentId` null means everywhere in the tenant. */
type StoredAssignment = {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly role: string;
  readonly environmentId: string | null;
  readonly expiresAt: Date | null;
};

/** The roles a person was given that are in force at a time. */
export const assignmentsOf = async (
  trx: TenantTransaction,
  userId: string,
  at: Date,
): Promise<readonly (Pick<StoredAssignment, 'role' | 'environmentId'> & { readonly assignedAt: Date })[]> =>
  trx
    .selectFrom('role_assignment')
    .select(['role', 'environment_id as environmentId', 'assigned_at as assignedAt'])
    .where('user_id', '=', userId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .orderBy('role')
    .execute();

/** Gives a role; giving it again changes when it expires. */
export const saveAssignment = async (
  trx: TenantTransaction,
  tenantId: string,
  assignment: StoredAssignment,
  assigned: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx
    .insertInto('role_assignment')
    .values({
      tenant_id: tenantId,
      assignment_id: assignment.id,
      user_id: assignment.userId,
      username: assignment.username,
      display_name: assignment.displayName,
      role: assignment.role,
      environment_id: assignment.environmentId,
      expires_at: assignment.expiresAt,
      assigned_by: assigned.by,
      assigned_at: assigned.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'role', 'environment_id'])
        .doUpdateSet({ expires_at: assignment.expiresAt, assigned_by: assigned.by, assigned_at: assigned.at }),
    )
    .execute();
};
