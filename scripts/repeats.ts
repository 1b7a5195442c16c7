import { read, tracked } from './tracked-files.ts';

/** Lines that stand in several places to the letter. */
export type Repeat = {
  readonly lines: number;
  /** `path:first line`, one each. */
  readonly places: readonly string[];
};

const LEAST_LINES = 6;
const LEAST_CHARACTERS = 90;
/** The part of a list of names that is names. */
const MOSTLY = 0.6;

type Line = { readonly text: string; readonly number: number };
type Stretch = { readonly lines: number; readonly isNames: boolean; readonly places: Map<string, Place> };
type Place = { readonly file: number; readonly at: number };

/** Lists of imported names, which every file has; and tables, whose migrations stay as they were released. */
const NAMES = /^(?:import\b.*|\} from .*|export (?:type )?\{|(?:type )?\w+[,;]?)$/;
const TABLES = /^packages\/storage\/src\/(?:schema|migrations)\//;

const linesOf = (path: string): readonly Line[] =>
  read(path)
    .split('\n')
    .map((text, index) => ({ text: text.trim(), number: index + 1 }))
    .filter(({ text }) => text !== '');

/** How many lines are the same from two places on; of one file, until the second begins. */
const sharedFrom = (files: readonly (readonly Line[])[], one: Place, other: Place): number => {
  const [left = [], right = []] = [files[one.file], files[other.file]];
  const most = one.file === other.file ? other.at - one.at : Infinity;
  let lines = 0;
  while (lines < most && left[one.at + lines] && left[one.at + lines]?.text === right[other.at + lines]?.text)
    lines += 1;
  return lines;
};

/** Whether the lines before two places differ: a stretch begins there. */
const isBeginning = (files: readonly (readonly Line[])[], one: Place, other: Place): boolean => {
  const before = files[one.file]?.[one.at - 1]?.text;
  return before === undefined || before !== files[other.file]?.[other.at - 1]?.text;
};

/**
 * Stretches of code of six lines or more that stand in several places, blank lines left out and the longest first. Places
 * that share a text count once, and what lies within a longer stretch does not count again.
 */
export const repeats = (): readonly Repeat[] => {
  const paths = tracked('*.ts', '*.tsx');
  const files = paths.map(linesOf);
  const numbers = new Map<string, number>();
  const numberOf = ({ text }: Line): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const coded = files.map((lines) => lines.map(numberOf));
  const byText = new Map<string, Place[]>();
  for (const [file, lines] of coded.entries())
    for (let at = 0; at + LEAST_LINES <= lines.length; at += 1) {
      const text = lines.slice(at, at + LEAST_LINES).join(' ');
      const places = byText.get(text);
      if (places === undefined) byText.set(text, [{ file, at }]);
      else places.push({ file, at });
    }
  const stretches = new Map<string, Stretch>();
  for (const places of byText.values())
    for (const [index, one] of places.entries())
      for (const other of places.slice(index + 1)) {
        const lines = isBeginning(files, one, other) ? sharedFrom(files, one, other) : 0;
        if (lines < LEAST_LINES) continue;
        const texts = (files[one.file] ?? []).slice(one.at, one.at + lines).map(({ text }) => text);
        const text = texts.join('\n');
        if (text.length < LEAST_CHARACTERS) continue;
        const isNames = texts.filter((each) => NAMES.test(each)).length > lines * MOSTLY;
        const stretch = stretches.get(text) ?? { lines, isNames, places: new Map<string, Place>() };
        for (const place of [one, other]) stretch.places.set(`${place.file}:${place.at}`, place);
        stretches.set(text, stretch);
      }
  const covered = new Set<string>();
  return [...stretches.values()]
    .toSorted((one, other) => other.lines - one.lines)
    .flatMap(({ lines, isNames, places }): readonly Repeat[] => {
      const all = [...places.values()];
      const within = (place: Place): string[] =>
        Array.from({ length: lines }, (_, line) => `${place.file}:${place.at + line}`);
      const isNew = all.some((place) => within(place).every((line) => !covered.has(line)));
      for (const line of isNew ? all.flatMap(within) : []) covered.add(line);
      if (!isNew || isNames || all.every(({ file }) => TABLES.test(paths[file] ?? ''))) return [];
      return [{ lines, places: all.map(({ file, at }) => `${paths[file]}:${files[file]?.[at]?.number}`) }];
    });
};
