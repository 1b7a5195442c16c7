import type { RoleMatrix } from '@redoubt/contracts';
import { CAPABILITIES, fail, roleCapabilities, ROLES } from '@redoubt/domain';
import { findTenant } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { reading } from '../unit-of-work.ts';

/** What each role of the tenant's edition may do: the table that permission checks read. */
export const getRoleMatrix = (context: EnvironmentContext): Promise<RoleMatrix> =>
  reading(context, async (trx) => {
    const tenant = await findTenant(trx);
    if (!tenant) throw fail('TENANT-NOT-SET-UP');
    const { edition } = tenant;
    const roles = [...ROLES[edition]];
    return {
      edition,
      roles,
      rows: CAPABILITIES.map((capability) => ({
        capability,
        cells: roles.map((role) => roleCapabilities(role, edition)[capability] ?? null),
      })),
    };
  });

/** The same as CSV, a row for each permission. */
export const exportRoleMatrix = async (context: EnvironmentContext): Promise<string> => {
  const { roles, rows } = await getRoleMatrix(context);
  return writeCsv(
    ['permission', ...roles],
    rows.map(({ capability, cells }) => [capability, ...cells.map((cell) => cell ?? '')]),
  );
};
