import { BLOCKS } from './blocks.ts';
import { LAST_UNIT, rangesOf, type UnitSet, union, unitSet } from './unit-set.ts';

const SURROGATES: UnitSet = [0xd800, 0xdfff];

/** General categories of Unicode as `\p{…}` names them; those of one letter are all that begin with it. */
const CATEGORIES: ReadonlySet<string> = new Set(
  ['L Lu Ll Lt Lm Lo', 'M Mn Mc Me', 'N Nd Nl No', 'P Pc Pd Ps Pe Pi Pf Po', 'S Sm Sc Sk So', 'Z Zs Zl Zp']
    .join(' ')
    .concat(' C Cc Cf Cs Co Cn')
    .split(' '),
);

/** Every unit that is no half of a surrogate pair, in order. */
const everyUnit = (): string => {
  const parts: string[] = [];
  for (let from = 0; from <= LAST_UNIT; from += 0x800) {
    if (from === SURROGATES[0]) continue;
    parts.push(String.fromCharCode(...Array.from({ length: 0x800 }, (_none, index) => from + index)));
  }
  return parts.join('');
};

let allUnits: string | undefined;

/** Units that an expression of one character class matches. */
const unitsMatching = (characterClass: string): UnitSet => {
  allUnits ??= everyUnit();
  const found = allUnits.matchAll(new RegExp(`${characterClass}+`, 'gu'));
  return unitSet(
    [...found].map(([run]) => [run.charCodeAt(0), run.charCodeAt(run.length - 1)] as const).flatMap(splitAtSurrogates),
  );
};

/** Runs that go over the place where surrogates are left out. */
const splitAtSurrogates = ([from, to]: readonly [number, number]): readonly (readonly [number, number])[] =>
  from < 0xd800 && to > 0xdfff
    ? [
        [from, 0xd7ff],
        [0xe000, to],
      ]
    : [[from, to]];

/** A set that is worked out when it is first asked for. */
export const once = (make: () => UnitSet): (() => UnitSet) => {
  let made: UnitSet | undefined;
  return () => (made ??= make());
};

/** `\w`: letters, non-spacing marks, decimal digits and connectors such as `_`. */
export const wordUnits = once(() => unitsMatching(String.raw`[\p{L}\p{Mn}\p{Nd}\p{Pc}]`));
/** What `\b` takes for part of a word: `\w` and the joiners U+200C and U+200D. */
export const boundaryUnits = once(() => union(wordUnits(), [0x200c, 0x200d]));
export const digitUnits = once(() => unitsMatching(String.raw`\p{Nd}`));
/** `\s`: separators, `\t` to `\r`, and U+0085. */
export const spaceUnits = once(() => union(unitsMatching(String.raw`\p{Z}`), [0x09, 0x0d], [0x85, 0x85]));

const known = new Map<string, UnitSet>();

const readProperty = (name: string): UnitSet | undefined => {
  if (name.startsWith('Is')) {
    const block = BLOCKS[name];
    return block && [...block];
  }
  if (!CATEGORIES.has(name)) return undefined;
  const units = name === 'Cs' ? [] : unitsMatching(`\\p{${name}}`);
  return name === 'Cs' || name === 'C' ? union(units, SURROGATES) : units;
};

/** The units of a general category (`Lu`) or a block (`IsCyrillic`); undefined where .NET has none of the name. */
export const propertyUnits = (name: string): UnitSet | undefined => {
  const found = known.get(name) ?? readProperty(name);
  if (found) known.set(name, found);
  return found;
};

/** With letter case ignored, each of these means all three. */
const CASED: ReadonlySet<string> = new Set(['Lu', 'Ll', 'Lt']);

export const casedProperty = (name: string): UnitSet | undefined =>
  CASED.has(name) ? union(...[...CASED].map((category) => propertyUnits(category) ?? [])) : propertyUnits(name);

let equivalents: ReadonlyMap<number, readonly number[]> | undefined;

/** The one unit that a unit is in lower case; itself where that takes several (İ), as in the invariant culture. */
const lower = (code: number): number => {
  const text = String.fromCharCode(code).toLowerCase();
  return text.length === 1 ? text.charCodeAt(0) : code;
};

const findEquivalents = (): ReadonlyMap<number, readonly number[]> => {
  const groups = new Map<number, number[]>();
  for (let code = 0; code <= LAST_UNIT; code += 1) {
    const key = lower(code);
    if (key === code) continue;
    const group = groups.get(key) ?? [key];
    group.push(code);
    groups.set(key, group);
  }
  return new Map([...groups.values()].flatMap((group) => group.map((code) => [code, group] as const)));
};

/** The set with every unit that differs from one of it by letter case alone: units with the same lower case. */
export const ignoringCase = (set: UnitSet): UnitSet => {
  equivalents ??= findEquivalents();
  const added: (readonly [number, number])[] = [];
  for (const [from, to] of rangesOf(set)) {
    for (let code = from; code <= to; code += 1) {
      for (const other of equivalents.get(code) ?? []) added.push([other, other]);
    }
  }
  return union(set, unitSet(added));
};
