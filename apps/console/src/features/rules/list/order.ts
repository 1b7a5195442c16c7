/** A rule that would run at another place. Places count from 1. */
export type OrderChange = { readonly id: string; readonly from: number; readonly to: number };

/** What an order changes, for the summary before it is saved. */
export const orderChanges = (before: readonly string[], after: readonly string[]): readonly OrderChange[] =>
  after.flatMap((id, index) => {
    const from = before.indexOf(id);
    return from === -1 || from === index ? [] : [{ id, from: from + 1, to: index + 1 }];
  });

/** `ids` with one taken out and put in at `index`. */
export const placedAt = (ids: readonly string[], id: string, index: number): readonly string[] => {
  const from = ids.indexOf(id);
  if (from === -1 || from === index || index < 0 || index >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(index, 0, id);
};

/** An order kept while rules came and went: known ones stay where they were put, new ones go last. */
export const reconciled = (wanted: readonly string[], present: readonly string[]): readonly string[] => {
  const kept = wanted.filter((id) => present.includes(id));
  return [...kept, ...present.filter((id) => !kept.includes(id))];
};
