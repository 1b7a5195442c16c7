import {
  listNameKey,
  LIST_SOURCE_KINDS,
  MAX_LIST_CACHE_SECONDS,
  MAX_LIST_TIMEOUT_MS,
  type ListSourceDefinition,
} from '@redoubt/domain';
import { invariant } from '@redoubt/kernel';
import { listLists, type TenantTransaction } from '@redoubt/storage';
import { z } from 'zod';
import type { EnvironmentContext } from '../../../context.ts';
import { deleteList } from '../../../lists/lists.commands.ts';
import { failAt } from '../../../problems.ts';
import { changeDatabaseList, createDatabaseList } from '../../../remote-lists/database-lists.commands.ts';
import { tagOf } from '../../../version-tag.ts';
import { fileNameOf } from '../../configuration-file.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { stepsOf, yamlFile } from '../../yaml-file.ts';
import { yamlReader } from '../yaml-reader.ts';

type DatabaseListContent = {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly string[];
  readonly source: ListSourceDefinition;
  /** Variable of the environment that holds its secret; null where it has none. */
  readonly variable: string | null;
};

const text = z.string().max(4000);
const manner = {
  timeoutMs: z.number().int().min(1).max(MAX_LIST_TIMEOUT_MS),
  cacheSeconds: z.number().int().min(0).max(MAX_LIST_CACHE_SECONDS),
};
const [postgresql, http] = LIST_SOURCE_KINDS;

const schema = z.strictObject({
  databaseList: z.string(),
  description: z.string().default(''),
  columns: z.array(z.string()).min(1),
  source: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal(postgresql),
      host: text,
      port: z.number().int().min(1).max(65_535),
      database: text,
      user: text,
      schema: text,
      table: text,
      tls: z.boolean(),
      ...manner,
    }),
    z.strictObject({ kind: z.literal(http), url: text, ...manner }),
  ]),
  secret: z.strictObject({ variable: z.string() }).optional(),
});

/** Members in one order, whatever order the database keeps them in. */
const ordered = (source: ListSourceDefinition): Readonly<Record<string, unknown>> => {
  const { kind, timeoutMs, cacheSeconds } = source;
  if (kind === 'http') return { kind, url: source.url, timeoutMs, cacheSeconds };
  const { host, port, database, user, schema: within, table, tls } = source;
  return { kind, host, port, database, user, schema: within, table, tls, timeoutMs, cacheSeconds };
};

/** `REDOUBT_SECRET_SANCTIONED_NAMES`: where an import looks for a secret that was never written down. */
const variableOf = (name: string): string => `REDOUBT_SECRET_${name}`.toUpperCase().replaceAll(/\W/g, '_');

const find = async (trx: TenantTransaction, { environmentId }: EnvironmentContext, name: string) =>
  (await listLists(trx, environmentId)).find((list) => listNameKey(list.name) === listNameKey(name));

/** Lists whose rows are asked for where they are kept. What opens that place is named by a variable, as in calls. */
export const databaseListKind: ResourceKind<DatabaseListContent> = {
  kind: 'databaseList',
  capability: 'lists',
  owns: (path) => /^database-lists\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: ({ name, description, columns, source, variable }) => [
    yamlFile(`database-lists/${fileNameOf(name)}.yaml`, {
      databaseList: name,
      ...(description === '' ? {} : { description }),
      columns,
      source: ordered(source),
      ...(variable === null ? {} : { secret: { variable } }),
    }),
  ],
  read: yamlReader(schema, ({ databaseList, secret, ...rest }, source) => ({
    content: { ...rest, name: databaseList.trim(), variable: secret?.variable ?? null },
    placeOf: (path) => {
      const steps = stepsOf(path.replace(/^body\./, ''));
      return { path: source.file.path, ...source.placeOf(steps.length === 0 ? ['databaseList'] : steps) };
    },
  })),
  load: async (trx, { environmentId }) =>
    (await listLists(trx, environmentId)).flatMap(({ name, description, columns, source, secret }) =>
      source === null
        ? []
        : [{ name, description, columns, source, variable: secret === null ? null : variableOf(name) }],
    ),
  put: async (trx, context, { name, description, columns, source, variable: named }, { calls, variable }) => {
    invariant(calls, 'an import that brings database lists can seal their secrets');
    const said = { description, columns, source };
    const known = await find(trx, context, name);
    const found = named === null ? '' : variable(named);
    if (known) {
      await changeDatabaseList(context, calls, known.id, { ...said, version: tagOf(known.version), secret: found });
      return;
    }
    if (found === undefined) {
      const message = `Its secret is kept nowhere. Set the variable ${named ?? ''}.`;
      throw failAt('LIST-SOURCE-INVALID', { count: 1 }, [{ path: 'body.secret', message }]);
    }
    await createDatabaseList(context, calls, { ...said, name, secret: found });
  },
  remove: async (trx, context, { name }) => {
    const known = await find(trx, context, name);
    if (known) await deleteList(context, known.id, tagOf(known.version));
  },
};
