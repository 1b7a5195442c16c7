import { listNameKey } from '@redoubt/domain';
import { listLists, listSupportLists } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { plannedLists, readListContent, type PlannedList } from '../plans/list-content.ts';
import type { ListContentMessage } from './evaluation-protocol.ts';

/** What the evaluator needs to know of the environment's lists to run some texts. */
export type EvaluationLists = {
  /** Every list, for the checker. */
  readonly known: readonly PlannedList[];
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
  const known = await database.inTenant(tenantId, async (trx) =>
    plannedLists(environmentId, await listLists(trx, environmentId), await listSupportLists(trx, environmentId)),
  );
  const all = listNameKey(texts.join('\n'));
  const named = known.filter(({ name }) => all.includes(listNameKey(name)));
  return {
    known,
    named: named.map(({ name, contentHash }) => ({ name, hash: contentHash })),
    load: (hashes) =>
      database.inTenant(tenantId, async (trx) => {
        const contents: ListContentMessage[] = [];
        for (const hash of hashes) {
          const list = named.find(({ contentHash }) => contentHash === hash);
          if (list) contents.push({ hash, ...(await readListContent(trx, list.unit)) });
        }
        return contents;
      }),
  };
};
