import type { PersonRow } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { lockAccess, renewInvitation } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction } from '../unit-of-work.ts';
import { mailInvitations } from './invitations.ts';
import { readRow } from './people.queries.ts';
import { readPeopleScope, requireMayGive } from './people-scope.ts';

/**
 * Sends the invitation of a person who was not here yet once more.
 *
 * @param origin where invitations lead to; undefined where no mail goes out.
 * @throws `ACCESS-HOLDER-UNKNOWN`, `ACCESS-NOT-INVITED`, `ACCESS-ROLE-REFUSED`.
 */
export const resendInvitation = (
  context: EnvironmentContext,
  person: SignedInPerson,
  origin: string | undefined,
  holderId: Id,
): Promise<PersonRow> =>
  inTransaction(context, async (trx) => {
    await lockAccess(trx, context.tenantId);
    const scope = await readPeopleScope(trx, context, person);
    const row = await readRow(trx, context, scope, holderId);
    if (row.status !== 'Invited') throw fail('ACCESS-NOT-INVITED', { name: row.name });
    for (const { environmentId, role } of row.assignments) requireMayGive(scope, environmentId, [role]);
    await renewInvitation(trx, holderId, changedBy(context));
    await mailInvitations(trx, context, [row], origin);
    await recordActivity(trx, context, {
      operation: 'Send',
      type: 'UserAccess',
      id: holderId,
      name: row.name,
      environmentId: context.environmentId,
      modified: { invitation: row.username },
    });
    return readRow(trx, context, scope, holderId);
  });
