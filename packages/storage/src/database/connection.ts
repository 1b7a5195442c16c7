import { createHmac } from 'node:crypto';
import pg from 'pg';
import { BootError } from '../boot-error.ts';
import { ADMIN_ROLE } from '../embedded/cluster.ts';
import type { EmbeddedAddress } from '../embedded/embedded-postgres.ts';

/**
 * A PostgreSQL of the operator. `url` names the owner: it runs migrations and makes the runtime logins. Where it may not
 * create roles, the operator makes them (members of `redoubt_app` and `redoubt_ingest`) and gives their own addresses.
 */
type ExternalPostgres = {
  readonly kind: 'external';
  readonly url: string;
  readonly appUrl?: string;
  readonly ingestUrl?: string;
};

export type PostgresServer = EmbeddedAddress | ExternalPostgres;

export type Login = { readonly role: string; readonly password: string };

/** Where to connect as whom. `create` holds the runtime logins that boot itself keeps in order. */
export type Connections = {
  readonly admin: pg.ClientConfig | undefined;
  readonly owner: pg.ClientConfig & { readonly user: string; readonly database: string };
  readonly app: pg.ClientConfig;
  readonly ingest: pg.ClientConfig;
  readonly create: { readonly app?: Login; readonly ingest?: Login };
};

export const OWNER_ROLE = 'redoubt_owner';

const embeddedConnections = (server: EmbeddedAddress, database: string): Connections => {
  const to = (user: string, password: string) => ({
    host: server.socketDirectory,
    port: 5432,
    database,
    user,
    password,
  });
  const { admin, owner, app, ingest } = server.secrets;
  const logins = {
    app: { role: 'redoubt_app_login', password: app },
    ingest: { role: 'redoubt_ingest_login', password: ingest },
  };
  return {
    admin: { ...to(ADMIN_ROLE, admin), database: 'postgres' },
    owner: to(OWNER_ROLE, owner),
    app: to(logins.app.role, app),
    ingest: to(logins.ingest.role, ingest),
    create: logins,
  };
};

/** The driver's own reading of an address, so that every form it takes works here too. */
const parse = (url: string, setting: string): pg.Client => {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new BootError(`${setting} must look like postgresql://user:password@host:5432/database.`);
  }
  try {
    return new pg.Client({ connectionString: url });
  } catch (error) {
    throw new BootError(`${setting} cannot be read as a PostgreSQL address.`, { cause: error });
  }
};

const externalConnections = (server: ExternalPostgres): Connections => {
  const parsed = parse(server.url, 'DATABASE_URL');
  const { user, database, host, port, password, ssl } = parsed;
  if (user === undefined || database === undefined) {
    throw new BootError('DATABASE_URL must name a user and a database.');
  }
  const owner = { host, port, user, database, password: password ?? undefined, ssl };
  /**
   * Derived, not stored: every node that has the owner's address comes to the same password, and it changes with the
   * owner's. The login's name holds the database's, so that two installations on one server do not meet.
   */
  const derive = (purpose: string, setting: string): Login => {
    if (typeof password !== 'string' || password === '') {
      throw new BootError(`DATABASE_URL holds no password to derive the runtime logins from; set ${setting} as well.`);
    }
    const role = `${database}_${purpose}_login`;
    return { role, password: createHmac('sha256', password).update(`redoubt:${role}`).digest('base64url') };
  };
  const runtime = (purpose: string, setting: string, given: string | undefined) => {
    if (given !== undefined) {
      parse(given, setting);
      return { config: { connectionString: given } as pg.ClientConfig, login: undefined };
    }
    const login = derive(purpose, setting);
    return { config: { ...owner, user: login.role, password: login.password } as pg.ClientConfig, login };
  };
  const app = runtime('app', 'DATABASE_APP_URL', server.appUrl);
  const ingest = runtime('ingest', 'DATABASE_INGEST_URL', server.ingestUrl);
  return {
    admin: undefined,
    owner,
    app: app.config,
    ingest: ingest.config,
    create: {
      ...(app.login === undefined ? {} : { app: app.login }),
      ...(ingest.login === undefined ? {} : { ingest: ingest.login }),
    },
  };
};

/** `database` names the database on an embedded server; an external address carries its own. */
export const connectionsOf = (server: PostgresServer, database: string): Connections =>
  server.kind === 'embedded' ? embeddedConnections(server, database) : externalConnections(server);
