import type { GuideEntry, GuideSection } from '@redoubt/fql-editor';

const textOf = ({ written, summary, edge, aliases, example }: GuideEntry): string =>
  [written, summary, edge, ...aliases, example?.text ?? ''].join('\n').toLowerCase();

/** Sections with the entries that hold every word, those first that hold them in their name; others are left out. */
export const findEntries = (guide: readonly GuideSection[], find: string): readonly GuideSection[] => {
  const words = find
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return guide;
  const holdsAll = (text: string): boolean => words.every((word) => text.includes(word));
  const isNamed = ({ written }: GuideEntry): boolean => holdsAll(written.toLowerCase());
  const rank = (entry: GuideEntry): number => (isNamed(entry) ? 0 : 1);
  return guide
    .map(({ id, entries }) => ({
      id,
      entries: entries.filter((entry) => holdsAll(textOf(entry))).toSorted((one, other) => rank(one) - rank(other)),
    }))
    .filter(({ entries }) => entries.length > 0)
    .toSorted((one, other) => Number(other.entries.some(isNamed)) - Number(one.entries.some(isNamed)));
};
