import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { EmbeddedAddress } from './embedded-postgres.ts';
import { ADMIN_ROLE } from './cluster.ts';

/** A database of its own in the embedded server, which a demonstration reads as it would a customer's. */
export const PARTNER_DATABASE = {
  database: 'demonstration_partner',
  schema: 'loyalty',
  table: 'members',
  user: 'demonstration_reader',
} as const;

const { database: DATABASE, schema: SCHEMA, table: TABLE, user: USER } = PARTNER_DATABASE;

/** A member of the loyalty programme: customer, tier, day of entry. */
export type PartnerMember = readonly [member: string, tier: string, since: string];

const asAdmin = async <T>(
  { socketDirectory: host, secrets }: EmbeddedAddress,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ host, port: 5432, user: ADMIN_ROLE, password: secrets.admin, database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Makes the database with its table, and a role that may read that table and nothing else; gives the role a new password
 * and returns it. Rows that are there stay.
 */
export const preparePartnerDatabase = async (
  server: EmbeddedAddress,
  members: readonly PartnerMember[],
): Promise<string> => {
  // Letters and digits alone, because a role's password cannot be a parameter.
  const password = randomBytes(24).toString('hex');
  await asAdmin(server, 'postgres', async (client) => {
    const { rowCount: roles } = await client.query('select 1 from pg_roles where rolname = $1', [USER]);
    const verb = roles === 0 ? 'create' : 'alter';
    await client.query(
      `${verb} role ${USER} login nosuperuser nocreatedb nocreaterole connection limit 20 password '${password}'`,
    );
    await client.query(`alter role ${USER} set default_transaction_read_only = on`);
    const { rowCount: databases } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (databases === 0) await client.query(`create database ${DATABASE}`);
    await client.query(`revoke all on database ${DATABASE} from public`);
    await client.query(`grant connect on database ${DATABASE} to ${USER}`);
  });
  await asAdmin(server, DATABASE, async (client) => {
    await client.query(`revoke all on schema public from public`);
    await client.query(`create schema if not exists ${SCHEMA}`);
    await client.query(
      `create table if not exists ${SCHEMA}.${TABLE} (member text primary key, tier text not null, since date not null)`,
    );
    await client.query(`grant usage on schema ${SCHEMA} to ${USER}`);
    await client.query(`grant select on ${SCHEMA}.${TABLE} to ${USER}`);
    for (const member of members) {
      await client.query(`insert into ${SCHEMA}.${TABLE} values ($1, $2, $3) on conflict do nothing`, [...member]);
    }
  });
  return password;
};

/** Protocol 3.0, which is all the driver speaks where no encryption is asked for. */
const PROTOCOL = 196_608;
/** Longer first messages name more than a user and a database. */
const MOST_FIRST_BYTES = 10_000;

/** Whether the first message of a connection asks for the partner's database as its reader; undefined until it is here. */
const asksForPartner = (bytes: Buffer): boolean | undefined => {
  if (bytes.length < 8) return undefined;
  const length = bytes.readInt32BE(0);
  if (length < 8 || length > MOST_FIRST_BYTES || bytes.readInt32BE(4) !== PROTOCOL) return false;
  if (bytes.length < length) return undefined;
  const words = bytes.toString('utf8', 8, length).split('\0');
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2) {
    const name = words[at] ?? '';
    if (values.has(name)) return false;
    values.set(name, words[at + 1] ?? '');
  }
  return values.get('user') === USER && values.get('database') === DATABASE && !values.has('replication');
};

const admit = (socket: Socket, socketDirectory: string): void => {
  let first = Buffer.alloc(0);
  const onData = (piece: Buffer): void => {
    first = Buffer.concat([first, piece]);
    const isAdmitted = asksForPartner(first);
    if (isAdmitted === undefined && first.length <= MOST_FIRST_BYTES) return;
    socket.off('data', onData);
    if (isAdmitted !== true) {
      socket.destroy();
      return;
    }
    const server = connect(join(socketDirectory, '.s.PGSQL.5432'));
    server.on('error', () => socket.destroy());
    server.on('close', () => socket.destroy());
    socket.on('close', () => server.destroy());
    server.write(first);
    socket.pipe(server).pipe(socket);
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', onData);
};

export type PartnerListener = { readonly port: number; readonly close: () => Promise<void> };

/**
 * Opens the embedded server on loopback for the partner's reader alone: a connection whose first message names another
 * role or database is closed before the server sees it.
 *
 * @param port 0 for any that is free.
 * @throws where the port is taken.
 */
export const listenForPartner = async (
  { socketDirectory }: EmbeddedAddress,
  port: number,
): Promise<PartnerListener> => {
  const open = new Set<Socket>();
  const door = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    admit(socket, socketDirectory);
  });
  await new Promise<void>((resolve, reject) => {
    door.once('error', reject);
    door.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (door.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => door.close(resolve));
    },
  };
};
