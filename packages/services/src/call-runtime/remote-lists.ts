import {
  portOf,
  listSourceTarget,
  maskCardData,
  type CallOutcome,
  type HttpListSource,
  type ListSourceDefinition,
} from '@redoubt/domain';
import type { PlanRemoteList } from '@redoubt/engine';
import type { CallAnswer } from '@redoubt/fql';
import { type Id, isCleanJson, isJsonObject, type Json, withDeadline } from '@redoubt/kernel';
import { openPostgresRows, type PostgresRows, type RemoteRow } from '@redoubt/storage';
import { CircuitBreaker } from './http/circuit-breaker.ts';
import { CallFailed, type HttpExchange } from './http/http-exchange.ts';
import { AddressRefused, type ReachableAddresses } from './http/reachable-addresses.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { RowCache } from './row-cache.ts';

/** Look-ups under way of one list; more would only wait for each other's time-outs. */
const MAX_IN_FLIGHT = 100;

/** What a look-up asks. */
export type RemoteQuestion = { readonly column: string; readonly key: string };

export type RemoteAnswer = { readonly outcome: CallOutcome; readonly answer: CallAnswer };

/** The lists of this process whose rows are kept elsewhere. */
export type RemoteLists = {
  /** The row of a key, however it ends. `untilMs` is on the clock that never jumps. */
  readonly ask: (
    tenantId: Id,
    list: PlanRemoteList,
    question: RemoteQuestion,
    untilMs: number,
  ) => Promise<RemoteAnswer>;
  /** Whether a list is not asked for a while because too much failed, on this node. */
  readonly isSuspended: (tenantId: Id, listId: Id) => boolean;
  /** Columns and first rows, to show what a definition leads to; of an HTTP source, the row of a key. @throws `CallFailed` */
  readonly preview: (
    source: ListSourceDefinition,
    secret: string,
    question: RemoteQuestion,
  ) => Promise<{ readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }>;
  /** Whether a definition may be used: its host is one that may be called, in plain text only where allowed. */
  readonly mayReach: (source: ListSourceDefinition) => boolean;
  readonly close: () => void;
};

export type RemoteListsOptions = {
  readonly addresses: ReachableAddresses;
  readonly exchange: HttpExchange;
  readonly secrets: SecretBox;
  readonly monotonicMs: () => number;
};

/** Where the secret of a list belongs: for another place it does not open. */
export const listSecretPlace = (tenantId: Id, listId: Id, source: ListSourceDefinition): string =>
  `${tenantId}/${listId}/${listSourceTarget(source)}`;

const PREVIEW_ROWS = 20;

/** One list on this node: its connections, what it answered, and how it has been. */
type Connection = {
  readonly fingerprint: string;
  readonly find: (question: RemoteQuestion, timeoutMs: number) => Promise<RemoteRow | null>;
  readonly cache: RowCache;
  readonly breaker: CircuitBreaker;
  readonly close: () => void;
  inFlight: number;
};

const failureOf = (error: unknown): CallFailed => {
  if (error instanceof CallFailed) return error;
  if (error instanceof AddressRefused) return new CallFailed('addressRefused', `The address may not be called.`);
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  if (/timeout|57014/i.test(`${code} ${message}`)) return new CallFailed('timeout', 'No answer came in time.');
  // Five signs are a condition of the database; its own words may hold values.
  if (/^[0-9A-Z]{5}$/.test(code)) return new CallFailed('unknown', `The database refused the question (${code}).`);
  return new CallFailed('communication', `The connection failed${code === '' ? '' : ` (${code})`}.`);
};

/** A row as it is kept with the event: texts without card numbers. */
const storable = (row: RemoteRow): Json => JSON.parse(maskCardData(JSON.stringify(row))) as Json;

const textOf = (cell: unknown): string =>
  typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : JSON.stringify(cell);

const askHttp = async (
  exchange: HttpExchange,
  source: HttpListSource,
  secret: string,
  { column, key }: RemoteQuestion,
  timeoutMs: number,
): Promise<RemoteRow | null> => {
  const url = new URL(source.url);
  url.searchParams.set('column', column);
  url.searchParams.set('key', key);
  const headers = secret === '' ? {} : { authorization: secret };
  const { status, text } = await exchange.send({ method: 'GET', url: url.href, headers, body: null, timeoutMs });
  if (status === 404 || status === 204) return null;
  if (status < 200 || status > 299) {
    throw new CallFailed(`http:${status}`, `The answer has the status ${status}.`, status);
  }
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    throw new CallFailed('notJson', 'The answer is no JSON.', status);
  }
  if (row === null) return null;
  if (!isJsonObject(row) || !isCleanJson(row)) throw new CallFailed('notJson', 'The answer is no row.', status);
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, textOf(cell)]));
};

/** Asks lists where they are kept: in time, seldom twice, and never what keeps failing. */
export const createRemoteLists = ({ addresses, exchange, secrets, monotonicMs }: RemoteListsOptions): RemoteLists => {
  const known = new Map<string, Connection>();

  const open = (
    source: ListSourceDefinition,
    secret: string,
    columns: readonly string[],
  ): Pick<Connection, 'find' | 'close'> => {
    if (source.kind === 'http') {
      return {
        find: (question, timeoutMs) => askHttp(exchange, source, secret, question, timeoutMs),
        close: () => undefined,
      };
    }
    const rows: PostgresRows = openPostgresRows(source, secret, addresses);
    return {
      find: ({ column, key }) => rows.find(columns, column, key),
      close: () => void rows.close().catch(() => undefined),
    };
  };

  const connectionOf = (tenantId: Id, list: PlanRemoteList): Connection => {
    const place = `${tenantId}/${list.id}`;
    const fingerprint = JSON.stringify([list.source, list.columns, list.secret ?? '']);
    const before = known.get(place);
    if (before?.fingerprint === fingerprint) return before;
    before?.close();
    const { source, secret = '' } = list;
    const opened = secret === '' ? '' : (secrets.open(secret, listSecretPlace(tenantId, list.id, source)) ?? '');
    const connection: Connection = {
      fingerprint,
      ...open(source, opened, list.columns),
      cache: new RowCache(source.cacheSeconds * 1000),
      breaker: new CircuitBreaker(),
      inFlight: 0,
    };
    known.set(place, connection);
    return connection;
  };

  const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
    withDeadline(ms, work, (): never => {
      throw new CallFailed('timeout', 'No answer came in time.');
    });

  const fetchRow = async (connection: Connection, question: RemoteQuestion, timeoutMs: number): Promise<Json> => {
    if (connection.inFlight >= MAX_IN_FLIGHT) throw new CallFailed('busy', 'Too many of these look-ups are under way.');
    if (!connection.breaker.admits(monotonicMs())) {
      throw new CallFailed('circuitOpen', 'Look-ups are suspended because too many failed.');
    }
    connection.inFlight += 1;
    try {
      const row = await within(timeoutMs, connection.find(question, timeoutMs));
      connection.breaker.succeeded();
      return row && storable(row);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.outcome !== 'addressRefused') connection.breaker.failed(monotonicMs());
      throw failure;
    } finally {
      connection.inFlight -= 1;
    }
  };

  return {
    ask: async (tenantId, list, question, untilMs) => {
      const startMs = monotonicMs();
      const connection = connectionOf(tenantId, list);
      const facts = () => ({ latencyMs: Math.round((monotonicMs() - startMs) * 10) / 10 });
      const timeoutMs = Math.min(untilMs - startMs, list.source.timeoutMs);
      try {
        const response = await connection.cache.get(question, startMs, () => fetchRow(connection, question, timeoutMs));
        return { outcome: 'ok', answer: { response, httpStatusCode: 0, error: '', ...facts() } };
      } catch (error) {
        const { outcome, httpStatusCode, message } = failureOf(error);
        return { outcome, answer: { response: null, httpStatusCode, error: message, ...facts() } };
      }
    },
    isSuspended: (tenantId, listId) => known.get(`${tenantId}/${listId}`)?.breaker.isOpen() ?? false,
    preview: async (source, secret, question) => {
      try {
        if (source.kind === 'http') {
          const row = await within(source.timeoutMs, askHttp(exchange, source, secret, question, source.timeoutMs));
          return row === null ? { columns: [], rows: [] } : { columns: Object.keys(row), rows: [Object.values(row)] };
        }
        const rows = openPostgresRows(source, secret, addresses);
        try {
          return await within(source.timeoutMs, rows.preview(PREVIEW_ROWS));
        } finally {
          void rows.close().catch(() => undefined);
        }
      } catch (error) {
        throw failureOf(error);
      }
    },
    mayReach: (source) => {
      const url = source.kind === 'http' ? new URL(source.url) : null;
      const host = source.kind === 'http' ? (url?.hostname ?? '') : source.host;
      const isPlain = source.kind === 'http' ? url?.protocol === 'http:' : !source.tls;
      const port = source.kind === 'http' ? (url === null ? 0 : portOf(url)) : source.port;
      return !isPlain || addresses.allowsPlain(host, port);
    },
    close: () => {
      for (const connection of known.values()) connection.close();
      known.clear();
    },
  };
};
