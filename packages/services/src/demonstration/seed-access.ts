import { fixedClock } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { assignRoles } from '../people/assign-roles.command.ts';
import { GRANTS } from './demonstration-access.ts';
import { wasEverCreated } from './demonstration-context.ts';
import { MAIN_TENANT } from './demonstration-data.ts';

/** Gives roles as the product admin would: to groups, to a guest who is invited, and for a while. */
export const seedAccess = async (context: EnvironmentContext): Promise<void> => {
  const [admin] = MAIN_TENANT.people;
  const [first] = GRANTS;
  if (!admin || !first || (await wasEverCreated(context, 'UserAccess', first.to.name))) return;
  const nowMs = context.clock.now();
  for (const { to, roles, environmentIds, reason, givenMs = 0, endsMs } of GRANTS) {
    const asAdmin: EnvironmentContext = {
      ...context,
      clock: fixedClock(nowMs - givenMs),
      actor: { kind: 'person', id: admin.id, name: admin.name },
    };
    const expiresAt = endsMs === undefined ? null : new Date(nowMs + endsMs).toISOString();
    for (const environmentId of environmentIds) {
      const gift = { targets: [to], roles: [...roles], environmentId, expiresAt, reason };
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other, as an administrator works
      await assignRoles(asAdmin, { ...admin, userId: admin.id }, undefined, gift);
    }
  }
};
