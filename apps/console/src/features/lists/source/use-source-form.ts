import { createDatabaseList, listSource, type ListSummary } from '@redoubt/contracts';
import { isListName, LIST_SOURCE_KINDS, listSourceTarget, type ListSourceDefinition } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { z } from 'zod';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { linesOf } from '../../../shared/forms/lines-of.ts';

const fields = z.object({
  name: z.string().trim(),
  description: createDatabaseList.body.shape.description,
  kind: z.enum(LIST_SOURCE_KINDS),
  host: z.string(),
  port: z.string(),
  database: z.string(),
  user: z.string(),
  schema: z.string(),
  table: z.string(),
  tls: z.boolean(),
  url: z.string(),
  timeoutMs: z.string(),
  cacheSeconds: z.string(),
  /** One per line. */
  columns: z.string(),
  /** Null where the present one stays. */
  secret: z.string().nullable(),
});

type Fields = z.output<typeof fields>;

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

const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

/** What the fields say of a place, checked as the server does; its members are called as the fields are. */
const placeIn = (typed: Fields) => {
  const { kind, host, database, user, schema, table, tls, url } = typed;
  const manner = { timeoutMs: numberOf(typed.timeoutMs), cacheSeconds: numberOf(typed.cacheSeconds) };
  return listSource.safeParse(
    kind === 'http'
      ? { kind, url: url.trim(), ...manner }
      : { kind, host, port: numberOf(typed.port), database, user, schema, table, tls, ...manner },
  );
};

/** What is typed about where the rows of a list are kept, as it is sent. */
export type TypedSource = {
  readonly name: string;
  readonly description: string;
  readonly columns: string[];
  readonly source: ListSourceDefinition;
  /** Absent where the present one stays. */
  readonly secret: string | undefined;
};

type SourceFormOptions = {
  /** The list to change; a new one without it. */
  readonly list: ListSummary | undefined;
  readonly blocked: string | undefined;
  readonly error: unknown;
  readonly onSubmit: (typed: TypedSource) => void;
};

/** The form of where the rows of a list are kept; `source` is what it says, `needsSecret` whether that is another place. */
export const useSourceForm = ({ list, blocked, error, onSubmit }: SourceFormOptions) => {
  const text = useText('lists');
  const needsSecretFor = (source: ListSourceDefinition, secret: string | null): boolean =>
    secret === null && !!list?.connection && listSourceTarget(source) !== listSourceTarget(list.connection);
  const form = useWireForm({
    body: fields.transform((typed, context): TypedSource => {
      const { name, description, secret } = typed;
      const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (!list && !isListName(name)) say('name', text('upload.nameFirst'));
      const { data: source, error: wrong } = placeIn(typed);
      for (const { path } of wrong?.issues ?? []) {
        const [member] = path;
        const isManner = member === 'timeoutMs' || member === 'cacheSeconds';
        say(String(member), text(isManner ? `source.${member}` : 'source.placeFirst'));
      }
      if (source && needsSecretFor(source, secret)) say('secret', text('source.secretAgain'));
      const columns = linesOf(typed.columns);
      if (columns.length === 0) say('columns', text('source.columnsFirst'));
      return source ? { name, description, columns, source, secret: secret ?? undefined } : z.NEVER;
    }),
    values: list ? fieldsOf(list) : EMPTY,
    texts: {},
    blocked,
    error,
    fieldOf: { 'LIST-NAME-TAKEN': 'name', 'LIST-NAME-INVALID': 'name' },
    onSubmit,
  });
  const typed = form.watch();
  const { data: source } = placeIn(typed as Fields);
  return {
    ...form,
    typed,
    source,
    needsSecret: source !== undefined && needsSecretFor(source, typed.secret),
  };
};

export type SourceForm = ReturnType<typeof useSourceForm>;
