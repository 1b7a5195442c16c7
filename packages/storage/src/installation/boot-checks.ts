import type pg from 'pg';
import { BootError } from '../boot-error.ts';

const MINIMUM_VERSION = 15;

/** Refuses a server that is too old or that could lose what it acknowledged. */
export const checkServer = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
      where name in ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding')`,
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (version < MINIMUM_VERSION) {
    throw new BootError(`PostgreSQL ${version} is too old; version ${MINIMUM_VERSION} or newer is needed.`);
  }
  if (settings.get('server_encoding') !== 'UTF8') {
    throw new BootError('The database must use the encoding UTF8.');
  }
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const setting = settings.get(name);
    const durable = name === 'synchronous_commit' ? setting !== 'off' && setting !== 'local' : setting === 'on';
    if (!durable)
      throw new BootError(`PostgreSQL runs with ${name} = ${setting}; it must be on, or decisions could be lost.`);
  }
};

/** Refuses a runtime login that row-level security would not hold: superuser, `BYPASSRLS`, or owner of a table. */
export const checkRuntimeRole = async (client: pg.ClientBase, group: string): Promise<void> => {
  const { rows } = await client.query<{
    role: string;
    superuser: boolean;
    bypass: boolean;
    owner: boolean;
    member: boolean;
  }>(
    `select current_user as role, rolsuper as superuser, rolbypassrls as bypass,
            exists (select from pg_class c where c.relnamespace = 'public'::regnamespace
                      and pg_has_role(current_user, c.relowner, 'member')) as owner,
            pg_has_role(current_user, $1, 'usage') as member
       from pg_roles where rolname = current_user`,
    [group],
  );
  const facts = rows[0];
  if (facts === undefined || !facts.member) {
    throw new BootError(`The database user ${facts?.role ?? '?'} must be a member of ${group}.`);
  }
  const reason = facts.superuser
    ? 'is a superuser'
    : facts.bypass
      ? 'may bypass row-level security'
      : facts.owner
        ? 'owns tables'
        : undefined;
  if (reason === undefined) return;
  throw new BootError(
    `The database user ${facts.role} ${reason}, so tenants would not be kept apart; use another one.`,
  );
};
