import { listNameKey } from '@redoubt/domain';
import type { ListsAt } from '@redoubt/engine';
import type { ListIndex } from '../plans/list-index.ts';
import type { ListHistory, ListVersion } from './protocol.ts';
import type { Unknowns } from './unknowns.ts';

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

/** Where a backtest stands in the log. */
export class Moment {
  position = 0;
  readonly contents = new Map<string, ListIndex>();
  /** Lists that are read and did not exist yet are noted there. */
  readonly unknowns: Unknowns;

  constructor(unknowns: Unknowns) {
    this.unknowns = unknowns;
  }
}

/** Lists as they were at the moment. */
export const listsAt = (histories: readonly ListHistory[], moment: Moment): ListsAt => {
  const byName = new Map(histories.map((history) => [listNameKey(history.name), history]));
  const current = (name: string): ListIndex | undefined => {
    const history = byName.get(listNameKey(name));
    const version = history && versionAt(history, moment.position);
    if (version === undefined) moment.unknowns.note('list', history?.name ?? name);
    return version && moment.contents.get(version.hash);
  };
  return (nowMs) => {
    const asked = { nowMs, position: moment.position };
    return {
      containsKey: (list, column, key) => current(list)?.has(column, key, asked) ?? false,
      lookup: (list, keyColumn, key, valueColumn) => current(list)?.lookup(keyColumn, key, valueColumn, asked),
    };
  };
};
