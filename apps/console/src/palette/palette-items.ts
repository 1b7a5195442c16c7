/** One line of the palette. */
export type PaletteItem = {
  readonly id: string;
  readonly group: 'pages' | 'environments' | 'actions' | 'event' | 'customer' | 'resource' | 'velocity';
  readonly text: string;
  /** Where it lies: the section of a page, the path of an environment. */
  readonly context?: string | undefined;
  readonly keys?: string | undefined;
  readonly run: () => void;
};

/** Items that the server knows: events and customers for what was typed, and rules, lists and the like. */
export type FoundItems = { readonly events: readonly PaletteItem[]; readonly resources: readonly PaletteItem[] };

const isSame = (items: readonly PaletteItem[], others: readonly PaletteItem[]): boolean =>
  items.length === others.length &&
  items.every(({ id, text, context }, at) => {
    const other = others[at];
    return other !== undefined && id === other.id && text === other.text && context === other.context;
  });

/** What was found, or what was found before where both look the same, so that nothing is drawn again for it. */
export const keptFound = (before: FoundItems, found: FoundItems): FoundItems =>
  isSame(before.events, found.events) && isSame(before.resources, found.resources) ? before : found;

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase();

/** How well an item answers the words; 0 is not at all. Every word must be found; beginnings count more. */
export const scoreOf = (item: Pick<PaletteItem, 'text' | 'context'>, words: string): number => {
  const text = fold(item.text);
  const context = fold(item.context ?? '');
  let score = 1;
  for (const word of fold(words).split(/\s+/).filter(Boolean)) {
    if (text.startsWith(word)) score += 8;
    else if (text.split(/\s+/).some((part) => part.startsWith(word))) score += 4;
    else if (text.includes(word)) score += 2;
    else if (context.includes(word)) score += 1;
    else return 0;
  }
  return score;
};

/** What the server found holds the words, wherever it shows them. */
const isFound = ({ group }: PaletteItem): boolean => group === 'event' || group === 'customer';
/** Between the beginning of a word and the middle of one. */
const FOUND_SCORE = 4;

/** Items that answer the words, best first within the order they were given in. */
export const findItems = (items: readonly PaletteItem[], words: string): readonly PaletteItem[] =>
  items
    .map((item) => ({ item, score: isFound(item) ? FOUND_SCORE : scoreOf(item, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
