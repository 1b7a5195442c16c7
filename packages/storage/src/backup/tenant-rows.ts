import type pg from 'pg';
import { BackupError } from './backup-error.ts';
import type { TableContents } from './contents.ts';

/** The tenant that a package holds; nothing of another one is in it. */
export type PackagedTenant = { readonly id: string; readonly name: string };

/** How a package of a tenant reads a column, both as SQL: the column as it is, or something in its place. */
type TakenColumn = (column: string, tenant: string) => string;

/** Commits without the names of other tenants. */
const ofOrder: TakenColumn = (column, tenant) =>
  column === '"tenant_ids"'
    ? `case when ${tenant} = any (tenant_ids) then array[${tenant}] else '{}'::uuid[] end as tenant_ids`
    : column;

/** How far segments are merged: the window that is under way begins anew, with nothing counted. */
const ofPlace: TakenColumn = (column) => {
  if (column === '"merge_id"' || column === '"position"') return column;
  return `${column === '"after_environment"' ? 'null::uuid' : '0'} as ${column}`;
};

/**
 * What a package of one tenant takes of tables that belong to the installation. The order of the log stays whole, since
 * rows of the tenant name its positions: other tenants' commits are in it as counts and times without their names. Keys
 * go along sealed anew, and velocities are counted from the log. How far segments are merged goes along, not what came of it,
 * which counts events of all tenants.
 */
const OF_THE_INSTALLATION: Readonly<Record<string, 'whole' | 'left out' | TakenColumn>> = {
  commit_batch: ofOrder,
  stream: 'whole',
  projection_state: 'whole',
  segment_merge: ofPlace,
  installation_key: 'left out',
  velocity_snapshot: 'left out',
  velocity_snapshot_part: 'left out',
};

/**
 * The query that reads a table for a package of a tenant; undefined for a table that is left out.
 *
 * @throws `BackupError` for a table without tenant that is not declared above.
 */
export const tenantRows = (
  client: pg.ClientBase,
  { name, columns }: TableContents,
  { id }: PackagedTenant,
): string | undefined => {
  const tenant = `${client.escapeLiteral(id)}::uuid`;
  const from = client.escapeIdentifier(name);
  const quoted = columns.map((column) => client.escapeIdentifier(column));
  if (columns.includes('tenant_id')) return `select ${quoted.join(', ')} from ${from} where tenant_id = ${tenant}`;
  const taken = OF_THE_INSTALLATION[name];
  if (taken === undefined) {
    throw new BackupError(
      `The table ${name} belongs to no tenant, and it is not declared what a package takes of it (tenant-rows.ts).`,
    );
  }
  if (taken === 'left out') return undefined;
  const read = taken === 'whole' ? quoted : quoted.map((column) => taken(column, tenant));
  return `select ${read.join(', ')} from ${from}`;
};
