import { listNameKey } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listLists, listPublishedVelocitySets, listSupportLists } from '@redoubt/storage';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { callSymbols } from '../symbols/plan-calls.ts';
import type { FunctionsAbove } from './evaluation-levels.ts';
import { plannedLists, readListContent, type PlannedList, type ListContentMessage } from '../plans/list-content.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import type { JobLevel } from './evaluation-protocol.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What the evaluator needs to know of lists to run some texts. */
export type EvaluationLists = {
  /** Every list of the environment, for the checker. */
  readonly known: readonly PlannedList[];
  /** Lists whose name stands anywhere in the texts: at least those that they read. */
  readonly named: readonly { readonly name: string; readonly hash: string }[];
  /** The environments above with the lists that their functions may read. */
  readonly above: readonly JobLevel[];
  /** Contents that the worker does not have yet. */
  readonly load: (hashes: readonly string[]) => Promise<readonly ListContentMessage[]>;
};

const namedIn = (lists: readonly PlannedList[], texts: readonly string[]): readonly PlannedList[] => {
  const all = listNameKey(texts.join('\n'));
  return lists.filter(({ name }) => all.includes(listNameKey(name)));
};

const referencesTo = (lists: readonly PlannedList[]) =>
  lists.map(({ name, contentHash }) => ({ name, hash: contentHash }));

/** @param above environments whose functions the texts reach. */
export const evaluationLists = async (
  context: EnvironmentContext,
  texts: readonly string[],
  above: readonly FunctionsAbove[] = [],
): Promise<EvaluationLists> => {
  const { environmentId } = context;
  const { custom, support, sets } = await inTransaction(context, async (trx) => ({
    custom: await listLists(trx),
    support: await listSupportLists(trx),
    sets: above.length === 0 ? [] : await listPublishedVelocitySets(trx),
  }));
  const listsOf = (id: Id): readonly PlannedList[] =>
    plannedLists(
      id,
      custom.filter((list) => list.environmentId === id),
      support,
    );
  const velocitiesOf = (id: Id): readonly string[] =>
    readableVelocities(sets.filter((set) => set.environmentId === id)).map(({ name }) => name);
  const known = listsOf(environmentId);
  const named = namedIn(known, texts);
  const levels = above.map(({ environmentId: id, functions, callable }) => {
    const codes = functions.flatMap(({ text }) => text.clauses.map(({ code }) => code));
    return { environmentId: id, functions, callable, lists: listsOf(id), named: namedIn(listsOf(id), codes) };
  });
  const everyNamed = [...named, ...levels.flatMap((level) => level.named)];
  return {
    known,
    named: referencesTo(named),
    above: levels.map(({ lists, named: read, ...level }) => ({
      ...level,
      symbols: symbolsOf('purchase', lists, velocitiesOf(level.environmentId), callSymbols(level.callable)),
      lists: referencesTo(read),
    })),
    load: (hashes) =>
      inTransaction(context, async (trx) => {
        const contents: ListContentMessage[] = [];
        for (const hash of hashes) {
          const list = everyNamed.find(({ contentHash }) => contentHash === hash);
          if (list) contents.push({ hash, ...(await readListContent(trx, list.unit)) });
        }
        return contents;
      }),
  };
};
