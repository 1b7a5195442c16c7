import type { PostgresListSource } from '@redoubt/domain';
import { Socket, type LookupFunction } from 'node:net';
import pg from 'pg';

/** Where connections may go; both refuse an address by throwing or failing. */
type ReachableHosts = {
  readonly requireReachable: (host: string, port: number) => void;
  readonly lookupFor: (port: number) => LookupFunction;
};

/** A row as texts, by column; an empty cell is empty text. */
export type RemoteRow = Readonly<Record<string, string>>;

/** One way to a table that is kept elsewhere. */
export type PostgresRows = {
  /** The first row whose column holds just the key; null where none does. */
  readonly find: (columns: readonly string[], keyColumn: string, key: string) => Promise<RemoteRow | null>;
  /** Columns of the table and its first rows. */
  readonly preview: (limit: number) => Promise<{ readonly columns: string[]; readonly rows: string[][] }>;
  readonly close: () => Promise<void>;
};

const MOST_CONNECTIONS = 8;
const IDLE_MS = 30_000;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Connects only to where the operator lets it: the address is settled when the connection is made. */
class CheckedSocket extends Socket {
  readonly #hosts: ReachableHosts;

  constructor(hosts: ReachableHosts) {
    super();
    this.#hosts = hosts;
  }

  override connect(...args: unknown[]): this {
    const [port, host] = args as [number, string];
    try {
      this.#hosts.requireReachable(host, port);
    } catch (error) {
      // The driver listens for errors of the connection and takes no others.
      process.nextTick(() => this.destroy(error as Error));
      return this;
    }
    return super.connect({ port, host, lookup: this.#hosts.lookupFor(port) });
  }
}

/**
 * Reads rows of a customer's PostgreSQL: look-ups that are made here, in read-only transactions, with the key as a
 * parameter. Nothing of a rule becomes part of a statement.
 */
export const openPostgresRows = (source: PostgresListSource, password: string, hosts: ReachableHosts): PostgresRows => {
  const { host, port, database, user, timeoutMs } = source;
  const pool = new pg.Pool({
    host,
    port,
    database,
    user,
    password,
    ssl: source.tls ? { servername: host } : false,
    stream: () => new CheckedSocket(hosts),
    max: MOST_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    options: '-c default_transaction_read_only=on',
    application_name: 'redoubt',
    allowExitOnIdle: true,
  });
  // A connection that breaks while idle is replaced by the next look-up.
  pool.on('error', () => undefined);
  const table = `${quoted(source.schema)}.${quoted(source.table)}`;
  return {
    find: async (columns, keyColumn, key) => {
      const cells = columns.map((column) => `${quoted(column)}::text`).join(', ');
      const text = `select ${cells} from ${table} where ${quoted(keyColumn)}::text = $1 limit 1`;
      const { rows } = await pool.query<(string | null)[]>({ text, values: [key], rowMode: 'array' });
      const [row] = rows;
      return row ? Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])) : null;
    },
    preview: async (limit) => {
      const { fields } = await pool.query(`select * from ${table} limit 0`);
      const columns = fields.map(({ name }) => name);
      const cells = columns.map((column) => `${quoted(column)}::text`).join(', ');
      const text = `select ${cells} from ${table} limit ${limit}`;
      const { rows } = await pool.query<(string | null)[]>({ text, rowMode: 'array' });
      return { columns, rows: rows.map((row) => row.map((cell) => cell ?? '')) };
    },
    close: () => pool.end(),
  };
};
