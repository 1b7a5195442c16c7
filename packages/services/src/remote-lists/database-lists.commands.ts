import type { ListSummary } from '@redoubt/contracts';
import {
  fail,
  headerProblems,
  isListName,
  isSupportListName,
  listSourceTarget,
  type ListSourceDefinition,
} from '@redoubt/domain';
import { isCleanText, newId, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import {
  advancePlanHead,
  findList,
  findListVersion,
  insertList,
  insertListVersion,
  isListNameTaken,
  updateList,
  type StoredList,
} from '@redoubt/storage';
import { changedBy } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { CallFailed } from '../call-runtime/http/http-exchange.ts';
import { recordList, recordListUpdate } from '../lists/list-activity.ts';
import { makeCurrent, type WrittenContent } from '../lists/list-contents.ts';
import { rollBackRows } from '../lists/list-rows.commands.ts';
import { readListSummary, requireState, takeList } from '../lists/list-summary.ts';
import { contentHash } from '../content-hash.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';
import { listSecretPlace } from '../call-runtime/remote-lists.ts';
import { inTransaction } from '../unit-of-work.ts';

type Calls = Pick<ExternalCalls, 'lists' | 'secrets'>;

export type DatabaseListText = {
  readonly description: string;
  readonly columns: readonly string[];
  readonly source: ListSourceDefinition;
};

const refuse = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw failAt('LIST-SOURCE-INVALID', { count: problems.length }, problems);
};

/** Refuses columns that cannot be named, and a place that must not be asked: LIST-SOURCE-INVALID. */
const requireUsable = ({ description, columns, source }: DatabaseListText, calls: Calls): void => {
  requireClean({ 'body.description': description, 'body.columns': [...columns], 'body.source': source });
  refuse([
    ...headerProblems(columns).map(({ code, column }) => ({ path: `body.columns.${column - 1}`, message: code })),
    ...(calls.lists.mayReach(source)
      ? []
      : [{ path: 'body.source', message: 'may be asked without TLS only where the operator allows it' }]),
  ]);
};

const contentOf = (listId: Id, contentVersion: number, { columns, source }: DatabaseListText): WrittenContent => ({
  columns,
  source,
  chunks: null,
  rowCount: 0,
  sizeBytes: 0,
  expiryColumn: null,
  contentHash: contentHash({ listId, contentVersion, columns: [...columns], source: source as Json }),
});

const sealed = (context: EnvironmentContext, calls: Calls, listId: Id, source: ListSourceDefinition, secret: string) =>
  secret === '' ? null : calls.secrets.seal(secret, listSecretPlace(context.tenantId, listId, source));

/** What the activity log keeps: everything but the secret, of which it says whether there is one. */
const factsOf = ({ description, columns, source }: DatabaseListText, hasSecret: boolean): JsonObject => ({
  description,
  columns: [...columns],
  source,
  hasSecret,
});

/** A list whose rows are kept elsewhere. Throws LIST-NAME-INVALID, LIST-NAME-TAKEN, LIST-SOURCE-INVALID. */
export const createDatabaseList = (
  context: EnvironmentContext,
  calls: Calls,
  input: DatabaseListText & { readonly name: string; readonly secret: string },
): Promise<ListSummary> => {
  const { tenantId, environmentId } = context;
  const name = input.name.trim();
  const { description, source, secret } = input;
  return inTransaction(context, async (trx) => {
    if (!isListName(name) || !isCleanText(name)) throw fail('LIST-NAME-INVALID', { name });
    requireUsable(input, calls);
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    if (isSupportListName(name) || (await isListNameTaken(trx, environmentId, name))) {
      throw fail('LIST-NAME-TAKEN', { name });
    }
    const id = newId();
    const list = { id, environmentId, name, description, secret: sealed(context, calls, id, source, secret) };
    await insertList(trx, tenantId, list, changed);
    const content = contentOf(id, 1, input);
    await insertListVersion(trx, tenantId, { listId: id, contentVersion: 1 }, content, {
      ...changed,
      origin: 'source',
    });
    await recordList(trx, context, {
      operation: 'Create',
      id,
      name,
      modified: factsOf(input, secret !== ''),
    });
    return readListSummary(trx, environmentId, id);
  });
};

const refuseSecret = (): void => refuse([{ path: 'body.secret', message: 'was entered for another place' }]);

/** The secret after a change. A place it was not entered for is refused: LIST-SOURCE-INVALID. */
const nextSecret = (
  context: EnvironmentContext,
  calls: Calls,
  list: StoredList,
  source: ListSourceDefinition,
  secret: string | undefined,
): string | null => {
  if (secret !== undefined) return sealed(context, calls, list.id, source, secret);
  const isSame = list.source !== null && listSourceTarget(list.source) === listSourceTarget(source);
  if (list.secret !== null && !isSame) refuseSecret();
  return list.secret;
};

/**
 * Changes where the rows of a list are asked for. Throws LIST-UNKNOWN, LIST-STALE, LIST-IS-REMOTE for a list with rows of
 * its own, LIST-SOURCE-INVALID, and LIST-COLUMN-IN-USE where a published rule reads a column that goes.
 */
export const changeDatabaseList = (
  context: EnvironmentContext,
  calls: Calls,
  listId: Id,
  input: DatabaseListText & { readonly version: string; readonly secret?: string | undefined },
): Promise<ListSummary> => {
  const { tenantId, environmentId } = context;
  return inTransaction(context, async (trx) => {
    const { description, source } = input;
    requireUsable(input, calls);
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    const list = await takeList(trx, environmentId, listId, input.version);
    if (list.source === null) throw fail('LIST-IS-REMOTE', { name: list.name });
    const secret = nextSecret(context, calls, list, source, input.secret);
    const content = contentOf(listId, list.contentVersion + 1, input);
    await makeCurrent(trx, context, list, content, { origin: 'source' });
    await updateList(trx, listId, { description, secret }, changedBy(context));
    await recordListUpdate(trx, context, list, {
      original: factsOf({ ...list, source: list.source }, list.secret !== null),
      modified: { ...factsOf(input, secret !== null), secretChanged: secret !== list.secret },
    });
    return readListSummary(trx, environmentId, listId);
  });
};

/** Whether two versions ask the same place in the same way for the same columns. */
const isSameConnection = (
  one: Pick<StoredList, 'columns' | 'source'>,
  other: Pick<DatabaseListText, 'columns' | 'source'>,
): boolean => {
  const hashOf = ({ columns, source }: typeof one) => contentHash({ columns: [...columns], source: source as Json });
  return hashOf(one) === hashOf(other);
};

/**
 * Makes an earlier version of a list the current one again, as a new version: its rows, or where they are asked for. The
 * secret stays for the same place; another place needs the one that opens it. Throws as `rollBackRows` does, and
 * LIST-SOURCE-INVALID where the secret is missing or the place may not be asked any more.
 */
export const rollBackList = async (
  context: EnvironmentContext,
  calls: Calls,
  listId: Id,
  input: { readonly version: string; readonly contentVersion: number; readonly secret?: string | undefined },
): Promise<ListSummary> => {
  const { tenantId, environmentId } = context;
  const { version, contentVersion } = input;
  const seen = await inTransaction(context, (trx) => requireState(trx, environmentId, listId, version));
  if (seen.source === null) return rollBackRows(context, listId, { version, contentVersion });
  return inTransaction(context, async (trx) => {
    await advancePlanHead(trx, tenantId, changedBy(context).at);
    const list = await takeList(trx, environmentId, listId, version);
    const earlier = await findListVersion(trx, { listId, contentVersion });
    if (!earlier?.source || !list.source) throw fail('LIST-VERSION-UNKNOWN', { version: contentVersion });
    const { description } = list;
    const text = { description, columns: earlier.columns, source: earlier.source };
    if (isSameConnection(list, text)) throw fail('LIST-UNCHANGED', { name: list.name });
    requireUsable(text, calls);
    const secret = nextSecret(context, calls, list, text.source, input.secret);
    const provenance = { origin: 'rollback', restoredVersion: contentVersion } as const;
    await makeCurrent(trx, context, list, contentOf(listId, list.contentVersion + 1, text), provenance);
    await updateList(trx, listId, { secret }, changedBy(context));
    await recordListUpdate(trx, context, list, {
      original: factsOf({ ...list, source: list.source }, list.secret !== null),
      modified: {
        ...factsOf(text, secret !== null),
        ...provenance,
        secretChanged: secret !== list.secret,
      },
    });
    return readListSummary(trx, environmentId, listId);
  });
};

/**
 * Connects to where rows are kept and shows what is there. Throws LIST-UNKNOWN, LIST-SOURCE-INVALID, and
 * LIST-SOURCE-FAILED with what came of it.
 */
export const testDatabaseList = async (
  context: EnvironmentContext,
  calls: Calls,
  input: {
    readonly source: ListSourceDefinition;
    readonly listId: Id | null;
    readonly secret?: string | undefined;
    readonly column: string;
    readonly key: string;
  },
): Promise<{ columns: string[]; rows: string[][] }> => {
  const { tenantId, environmentId } = context;
  const { source, listId, column, key } = input;
  requireUsable({ description: '', columns: ['key'], source }, calls);
  requireClean({ 'body.column': column, 'body.key': key });
  let secret = input.secret ?? '';
  if (listId !== null && input.secret === undefined) {
    const list = await inTransaction(context, (trx) => findList(trx, environmentId, listId));
    if (!list) throw fail('LIST-UNKNOWN', { id: listId });
    const opened = list.secret && calls.secrets.open(list.secret, listSecretPlace(tenantId, listId, source));
    if (opened === undefined) refuseSecret();
    secret = opened ?? '';
  }
  try {
    const { columns, rows } = await calls.lists.preview(source, secret, { column, key });
    return { columns: [...columns], rows: rows.map((row) => [...row]) };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    throw fail('LIST-SOURCE-FAILED', { outcome: error.outcome, reason: error.message }, error);
  }
};
