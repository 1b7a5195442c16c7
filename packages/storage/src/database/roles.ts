import pg from 'pg';
import { BootError } from '../boot-error.ts';
import type { Connections, Login } from './connection.ts';
import { APP_ROLE, INGEST_ROLE } from './role-names.ts';

const quote = pg.escapeIdentifier;

export const connect = async (config: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

export const withClient = async <T>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await connect(config);
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const roleExists = async (client: pg.Client, role: string): Promise<boolean> =>
  (await client.query('select 1 from pg_roles where rolname = $1', [role])).rowCount !== 0;

/** On the embedded server the first user is a superuser: it makes the owner and the database, and is not used again. */
const prepareEmbedded = (admin: pg.ClientConfig, owner: Connections['owner']): Promise<void> =>
  withClient(admin, async (client) => {
    if (!(await roleExists(client, owner.user))) {
      const password = pg.escapeLiteral(String(owner.password));
      await client.query(`create role ${quote(owner.user)} login createrole password ${password}`);
    }
    const found = await client.query('select 1 from pg_database where datname = $1', [owner.database]);
    if (found.rowCount === 0) {
      await client.query(`create database ${quote(owner.database)} owner ${quote(owner.user)}`);
    }
  });

/** A login that works is left alone, so that an ordinary start writes nothing into the shared catalogue. */
const works = async (owner: pg.ClientConfig, login: Login): Promise<boolean> => {
  try {
    return await withClient({ ...owner, user: login.role, password: login.password }, () => Promise.resolve(true));
  } catch {
    return false;
  }
};

const ensureLogin = async (client: pg.Client, owner: pg.ClientConfig, login: Login, group: string): Promise<void> => {
  const exists = await roleExists(client, login.role);
  if (exists && (await works(owner, login))) return;
  const verb = exists ? 'alter' : 'create';
  const password = pg.escapeLiteral(login.password);
  await client.query(`${verb} role ${quote(login.role)} login inherit password ${password}`);
  await client.query(`grant ${quote(group)} to ${quote(login.role)}`);
};

const ensureRuntimeRoles = async (client: pg.Client, { create, owner }: Connections): Promise<void> => {
  for (const group of [APP_ROLE, INGEST_ROLE]) {
    if (!(await roleExists(client, group))) await client.query(`create role ${quote(group)} nologin`);
  }
  if (create.app !== undefined) await ensureLogin(client, owner, create.app, APP_ROLE);
  if (create.ingest !== undefined) await ensureLogin(client, owner, create.ingest, INGEST_ROLE);
};

/** Creates owner, groups and runtime logins where they are missing. Serialised over nodes by an advisory lock. */
export const ensureRoles = async (connections: Connections): Promise<void> => {
  if (connections.admin !== undefined) await prepareEmbedded(connections.admin, connections.owner);
  await withClient(connections.owner, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('redoubt.roles'))");
    try {
      await ensureRuntimeRoles(client, connections);
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') throw error;
      throw new BootError(
        `The user of DATABASE_URL may not create roles; create ${APP_ROLE} and ${INGEST_ROLE} with a login in each, and set ` +
          'DATABASE_APP_URL and DATABASE_INGEST_URL.',
        { cause: error },
      );
    }
  });
};
