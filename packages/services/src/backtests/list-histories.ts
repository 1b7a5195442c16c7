import { listNameKey } from '@redoubt/domain';
import type { ListSource } from '@redoubt/fql';
import type { ListIndex } from '../plans/list-index.ts';
import type { ListHistory, ListVersion } from './protocol.ts';

/** The content of a list that events at a position may have seen. */
const versionAt = (history: ListHistory, position: number): ListVersion | undefined =>
  history.versions.findLast(({ after }) => after < position);

/** Every content of some lists that is current anywhere between two positions. */
export const versionsBetween = (
  histories: readonly ListHistory[],
  first: number,
  last: number,
): readonly ListVersion[] =>
  histories.flatMap((history) => [
    ...[versionAt(history, first)].filter((version) => version !== undefined),
    ...history.versions.filter(({ after }) => after >= first && after < last),
  ]);

/** Where a backtest stands in the log, and what it asked there in vain. */
export class Moment {
  position = 0;
  /** Names of the lists that were read and did not exist yet. */
  readonly missed = new Set<string>();
  readonly contents = new Map<string, ListIndex>();
}

/** Lists as they were at the moment. */
export const listsAt = (histories: readonly ListHistory[], moment: Moment): ListSource => {
  const byName = new Map(histories.map((history) => [listNameKey(history.name), history]));
  const current = (name: string): ListIndex | undefined => {
    const history = byName.get(listNameKey(name));
    const version = history && versionAt(history, moment.position);
    if (version === undefined) moment.missed.add(history?.name ?? name);
    return version && moment.contents.get(version.hash);
  };
  return {
    containsKey: (list, column, key) => current(list)?.has(column, key) ?? false,
    lookup: (list, keyColumn, key, valueColumn) => current(list)?.lookup(keyColumn, key, valueColumn),
  };
};
