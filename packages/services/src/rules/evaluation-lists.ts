import { listLists, readListRows, type StoredList } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import type { ListContentMessage } from './evaluation-protocol.ts';

/** What the evaluator needs to know of the environment's lists to run some texts. */
export type EvaluationLists = {
  /** Every list, for the checker. */
  readonly known: readonly StoredList[];
  /** Lists whose name stands anywhere in the texts: at least those that they read. */
  readonly named: readonly { readonly name: string; readonly hash: string }[];
  /** Contents that the worker does not have yet. */
  readonly load: (hashes: readonly string[]) => Promise<readonly ListContentMessage[]>;
};

export const evaluationLists = async (
  context: EnvironmentContext,
  texts: readonly string[],
): Promise<EvaluationLists> => {
  const { database, tenantId, environmentId } = context;
  const known = await database.inTenant(tenantId, (trx) => listLists(trx, environmentId));
  const all = texts.join('\n').toLowerCase();
  const named = known.filter(({ name }) => all.includes(name.toLowerCase()));
  return {
    known,
    named: named.map(({ name, contentHash }) => ({ name, hash: contentHash })),
    load: (hashes) =>
      database.inTenant(tenantId, async (trx) => {
        const contents: ListContentMessage[] = [];
        for (const hash of hashes) {
          const list = named.find(({ contentHash }) => contentHash === hash);
          if (!list) continue;
          const rows = await readListRows(trx, { listId: list.id, contentVersion: list.contentVersion });
          contents.push({ hash, columns: list.columns, rows });
        }
        return contents;
      }),
  };
};
