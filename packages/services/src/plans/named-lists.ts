import { listNameKey } from '@redoubt/domain';
import type { ListsAt, Plan } from '@redoubt/engine';
import type { RuleReferences } from '@redoubt/fql';
import { inTransaction, type TransactionScope } from '../unit-of-work.ts';
import { readListContent, type ListContentKey, type ListContentMessage } from './list-content.ts';
import { ListIndex, listSourceOf } from './list-index.ts';

/** A list that texts of a level may name, by the hash of its content. */
export type KeptList = { readonly name: string; readonly hash: string };

/** Contents of lists by their hashes. */
export type Contents = ReadonlyMap<string, ListIndex>;

/** Gives the rows of lists by the hashes of their contents. */
export type LoadRows = (hashes: readonly string[]) => Promise<readonly ListContentMessage[]>;

/** Gives the rows of some lists. */
export const rowsOf =
  (scope: TransactionScope, lists: readonly (ListContentKey & { readonly hash: string })[]): LoadRows =>
  (hashes) =>
    inTransaction(scope, async (trx) => {
      const contents: ListContentMessage[] = [];
      for (const list of new Map(lists.map((each) => [each.hash, each])).values()) {
        if (hashes.includes(list.hash)) contents.push({ hash: list.hash, ...(await readListContent(trx, list)) });
      }
      return contents;
    });

/** The lists of a level with what is there of their contents when the first event is looked at. */
export const listsIn = (lists: readonly KeptList[], contents: Contents): ListsAt => {
  let source: ListsAt | undefined;
  return (nowMs) => {
    source ??= listSourceOf(
      lists.flatMap(({ name, hash }) => {
        const index = contents.get(hash);
        return index ? [{ name, index }] : [];
      }),
    );
    return source(nowMs);
  };
};

/**
 * The contents of the lists that the compiled texts of a plan name.
 *
 * @param levels lists of each level of the plan.
 * @param also what further texts of the last level name.
 */
export const hashesNamedIn = (
  plan: Plan,
  levels: readonly { readonly lists: readonly KeptList[] }[],
  also: readonly RuleReferences[] = [],
): readonly string[] =>
  plan.levels.flatMap(({ rules, actions, routing, velocitySets, functions }, depth) => {
    const compiled = [...rules, ...actions, ...routing, ...velocitySets, ...functions.units.values()];
    const references = compiled.map((each) => each.compiled.references);
    const named = new Set(
      [...references, ...(depth === plan.levels.length - 1 ? also : [])]
        .flatMap(({ lists, supportLists }) => [...lists.map(({ name }) => name), ...supportLists])
        .map(listNameKey),
    );
    return (levels[depth]?.lists ?? []).filter(({ name }) => named.has(listNameKey(name))).map(({ hash }) => hash);
  });

/** Indexes contents, in place. */
export const addContents = (contents: Map<string, ListIndex>, loaded: readonly ListContentMessage[]): void => {
  for (const { hash, columns, rows, life } of loaded) contents.set(hash, new ListIndex(columns, rows, life));
};
