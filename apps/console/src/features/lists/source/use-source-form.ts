import type { ListSummary } from '@redoubt/contracts';
import { isListName, listSourceTarget, type ListSourceDefinition } from '@redoubt/domain';
import { useState } from 'react';

type Fields = {
  readonly name: string;
  readonly description: string;
  readonly kind: ListSourceDefinition['kind'];
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly schema: string;
  readonly table: string;
  readonly tls: boolean;
  readonly url: string;
  readonly timeoutMs: string;
  readonly cacheSeconds: string;
  /** One per line. */
  readonly columns: string;
  /** Null where the present one stays. */
  readonly secret: string | null;
};

const EMPTY: Fields = {
  name: '',
  description: '',
  kind: 'postgresql',
  host: '',
  port: '5432',
  database: '',
  user: '',
  schema: 'public',
  table: '',
  tls: true,
  url: 'https://',
  timeoutMs: '200',
  cacheSeconds: '60',
  columns: '',
  secret: '',
};

const fieldsOf = ({ name, description, columns, connection, hasSecret }: ListSummary): Fields => {
  if (connection === null) return EMPTY;
  const { timeoutMs, cacheSeconds } = connection;
  const place =
    connection.kind === 'http'
      ? { kind: connection.kind, url: connection.url }
      : {
          kind: connection.kind,
          host: connection.host,
          port: String(connection.port),
          database: connection.database,
          user: connection.user,
          schema: connection.schema,
          table: connection.table,
          tls: connection.tls,
        };
  return {
    ...EMPTY,
    ...place,
    name,
    description,
    timeoutMs: String(timeoutMs),
    cacheSeconds: String(cacheSeconds),
    columns: columns.join('\n'),
    secret: hasSecret ? null : '',
  };
};

const wholeNumber = (text: string, least: number, most: number): number | undefined => {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
};

const MOST_PORT = 65_535;
const MOST_TIMEOUT_MS = 5000;
const MOST_CACHE_SECONDS = 3600;

/** What the fields say of a place; undefined while something is missing. */
const sourceOf = (fields: Fields): ListSourceDefinition | undefined => {
  const timeoutMs = wholeNumber(fields.timeoutMs, 1, MOST_TIMEOUT_MS);
  const cacheSeconds = wholeNumber(fields.cacheSeconds, 0, MOST_CACHE_SECONDS);
  if (timeoutMs === undefined || cacheSeconds === undefined) return undefined;
  if (fields.kind === 'http') {
    const url = fields.url.trim();
    return URL.canParse(url) && /^https?:\/\/[^/]/.test(url)
      ? { kind: 'http', url, timeoutMs, cacheSeconds }
      : undefined;
  }
  const port = wholeNumber(fields.port, 1, MOST_PORT);
  const [host, database, user, schema, table] = [
    fields.host,
    fields.database,
    fields.user,
    fields.schema,
    fields.table,
  ].map((text) => text.trim());
  if (!port || !host || !database || !user || !schema || !table) return undefined;
  return { kind: 'postgresql', host, port, database, user, schema, table, tls: fields.tls, timeoutMs, cacheSeconds };
};

/** What is typed about where the rows of a list are kept. */
export const useSourceForm = (list: ListSummary | undefined) => {
  const [fields, setFields] = useState<Fields>(list ? fieldsOf(list) : EMPTY);
  const columns = fields.columns
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const source = sourceOf(fields);
  const enteredFor = fields.secret === null ? list?.connection : null;
  return {
    ...fields,
    columnNames: columns,
    source,
    /** The secret that is kept was entered for another place. */
    needsSecret: Boolean(source && enteredFor && listSourceTarget(source) !== listSourceTarget(enteredFor)),
    hasName: list !== undefined || isListName(fields.name),
    set: (change: Partial<Fields>): void => setFields((before) => ({ ...before, ...change })),
  };
};

export type SourceForm = ReturnType<typeof useSourceForm>;
