/** Equal lines kept on each side of a difference. */
const CONTEXT = 2;

/** Items with long unchanged runs replaced by how many they were. */
export const foldEqual = <T>(items: readonly T[], isChange: (item: T) => boolean): readonly (T | number)[] => {
  const near = items.map((_item, at) => items.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChange));
  const pieces: (T | number)[] = [];
  items.forEach((item, at) => {
    const last = pieces.at(-1);
    if (near[at]) pieces.push(item);
    else if (typeof last === 'number') pieces[pieces.length - 1] = last + 1;
    else pieces.push(1);
  });
  return pieces;
};
