import { RE2JS } from 're2js';
import type { PatternEdge, PatternNode } from './pattern-node.ts';
import { MAX_MATCHED_LENGTH, MAX_PATTERN_LENGTH, MAX_STATES, PatternProblem } from './problems.ts';
import { readPattern } from './read-pattern.ts';
import { boundaryUnits } from './unicode.ts';
import { LAST_UNIT, rangesOf, unit, type UnitSet } from './unit-set.ts';

/** A pattern as the engine takes it: plain data, short beside what it stands for, so that another thread can write it. */
export type WrittenPattern = {
  readonly code: string;
  /** First unit of each run of units of one kind, ascending: a character each. */
  readonly starts: string;
  /** The symbol of each run: a character each. */
  readonly symbols: string;
  /** Whether line feeds that do not end the text are distinguished from the one that does. */
  readonly marksLastLine: boolean;
};

/**
 * A pattern never reaches the engine (RE2JS, which runs in linear time) as it was written. The units that a pattern tells
 * apart form a few kinds; each kind becomes one symbol, the pattern is written in symbols, and so is every text it is tried
 * on. What a class means is therefore decided here alone, and `\b` and `$` can be those of the engine: kinds that are parts
 * of words get symbols the engine takes for such, and line feeds stay line feeds.
 */
type Alphabet = {
  /** First unit of each run of units of one kind, ascending. */
  readonly starts: readonly number[];
  /** The symbol of each run. */
  readonly symbols: readonly string[];
  /** Sets, as text → the symbols in them, in order. */
  readonly symbolsOf: ReadonlyMap<string, readonly string[]>;
};

const LINE_FEED = unit(10);
/** A line feed that is not the last unit of a text, where `$` asks for the last one. */
const INNER_LINE_FEED = '\u33ff';
const FIRST_SYMBOL = 0x3400;
/** What the engine takes for parts of words. */
const WORD_SYMBOLS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_';

/** States that a node takes once its repetitions are written out. */
const statesOf = (node: PatternNode): number => {
  switch (node.kind) {
    case 'units':
    case 'edge':
      return 1;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + statesOf(item), 1);
    case 'choice':
      return node.options.reduce((sum, option) => sum + statesOf(option), 1);
    case 'repeat':
      return Math.max(1, node.max === Infinity ? node.min + 1 : node.max) * statesOf(node.item) + 1;
  }
};

/** Collects what a pattern tells apart: its sets of units, and the places it asks for. */
const collect = (node: PatternNode, sets: Set<UnitSet>, edges: Set<PatternEdge>): void => {
  if (node.kind === 'units') sets.add(node.units);
  else if (node.kind === 'edge') edges.add(node.edge);
  else if (node.kind === 'repeat') collect(node.item, sets, edges);
  else for (const each of node.kind === 'sequence' ? node.items : node.options) collect(each, sets, edges);
};

const setTexts = new WeakMap<UnitSet, string>();

/** A set as text, by which equal sets are found; those behind `\w` and its kind are long, and the same everywhere. */
const textOf = (set: UnitSet): string => {
  const known = setTexts.get(set) ?? String(set);
  setTexts.set(set, known);
  return known;
};

const hasAny = (edges: ReadonlySet<PatternEdge>, ...wanted: readonly PatternEdge[]): boolean =>
  wanted.some((each) => edges.has(each));

/** Kinds of units: those that lie in the same sets. Runs of units in their order, each with the number of its kind. */
const kindsOf = (
  sets: readonly UnitSet[],
): {
  readonly starts: readonly number[];
  readonly kinds: readonly number[];
  readonly members: readonly ReadonlySet<number>[];
} => {
  const changes = new Map<number, number[]>([[0, []]]);
  const change = (at: number, set: number): void => {
    changes.set(at, [...(changes.get(at) ?? []), set]);
  };
  for (const [index, set] of sets.entries()) {
    for (const [from, to] of rangesOf(set)) {
      change(from, index);
      if (to < LAST_UNIT) change(to + 1, index);
    }
  }
  const current = new Set<number>();
  const known = new Map<string, number>();
  const members: ReadonlySet<number>[] = [];
  const starts: number[] = [];
  const kinds: number[] = [];
  for (const [at, changed] of [...changes].toSorted(([a], [b]) => a - b)) {
    for (const set of changed) if (!current.delete(set)) current.add(set);
    const signature = [...current].toSorted((a, b) => a - b).join(' ');
    const kind = known.get(signature) ?? members.push(new Set(current)) - 1;
    known.set(signature, kind);
    starts.push(at);
    kinds.push(kind);
  }
  return { starts, kinds, members };
};

const alphabetOf = (node: PatternNode, edges: ReadonlySet<PatternEdge>): Alphabet => {
  const found = new Set<UnitSet>();
  collect(node, found, new Set());
  const byText = new Map([...found].map((set) => [textOf(set), set]));
  const texts = [...byText.keys()];
  const sets = [...byText.values()];
  const words = hasAny(edges, 'word', 'notWord') ? boundaryUnits() : null;
  const lines = hasAny(edges, 'lastLine', 'lineStart', 'lineEnd');
  const { starts, kinds, members } = kindsOf([...sets, ...(words ? [words] : []), ...(lines ? [LINE_FEED] : [])]);
  const wordSet = words ? sets.length : -1;
  const lineSet = lines ? sets.length + (words ? 1 : 0) : -1;
  let nextWord = 0;
  let next = FIRST_SYMBOL;
  const symbolOfKind = members.map((inSets) => {
    if (inSets.has(lineSet)) return '\n';
    if (inSets.has(wordSet)) return WORD_SYMBOLS[nextWord++] ?? '';
    return String.fromCharCode(next++);
  });
  if (nextWord > WORD_SYMBOLS.length) throw new PatternProblem('manyWords');
  const symbolsOf = new Map(
    texts.map((text, index) => {
      const symbols = symbolOfKind.filter((_symbol, kind) => members[kind]?.has(index));
      return [text, edges.has('lastLine') && symbols.includes('\n') ? [...symbols, INNER_LINE_FEED] : symbols] as const;
    }),
  );
  return { starts, symbols: kinds.map((kind) => symbolOfKind[kind] ?? ''), symbolsOf };
};

const EDGE_CODE: Readonly<Record<PatternEdge, string>> = {
  start: String.raw`\A`,
  end: String.raw`\z`,
  lastLine: '(?m:$)',
  lineStart: '(?m:^)',
  lineEnd: '(?m:$)',
  word: String.raw`\b`,
  notWord: String.raw`\B`,
};

const classOf = (symbols: readonly string[]): string => {
  const codes = symbols.map((symbol) => symbol.charCodeAt(0)).toSorted((a, b) => a - b);
  const written = (code: number): string => (code === 10 ? String.raw`\n` : String.fromCharCode(code));
  if (codes.length === 0) return String.raw`[^\x00-\x{10FFFF}]`;
  if (codes.length === 1) return written(codes[0] ?? 0);
  let text = '';
  for (let at = 0; at < codes.length;) {
    let last = at;
    while ((codes[last + 1] ?? 0) === (codes[last] ?? 0) + 1) last += 1;
    text += written(codes[at] ?? 0) + (last > at ? `-${written(codes[last] ?? 0)}` : '');
    at = last + 1;
  }
  return `[${text}]`;
};

/** Largest product of nested counts that the engine takes. */
const MAX_ENGINE_COUNT = 1_000;

/** Code of a node, and the product of the counts nested in it. */
type Written = { readonly code: string; readonly count: number };

const writeRepeat = ({ code, count }: Written, min: number, max: number): Written => {
  const most = Math.max(1, Math.floor(MAX_ENGINE_COUNT / count));
  const largest = max === Infinity ? min : max;
  const item = `(?:${code})`;
  if (largest <= 1 || count * largest <= MAX_ENGINE_COUNT) {
    const counts = max === Infinity ? (min === 0 ? '*' : min === 1 ? '+' : `{${min},}`) : `{${min},${max}}`;
    return { code: item + counts, count: count * Math.max(1, largest) };
  }
  // Counts beyond what the engine takes are written as several, one after another.
  const parts: string[] = [];
  for (let rest = min; rest > 0; rest -= most) parts.push(`${item}{${Math.min(rest, most)}}`);
  if (max === Infinity) parts.push(`${item}*`);
  else for (let rest = max - min; rest > 0; rest -= most) parts.push(`${item}{0,${Math.min(rest, most)}}`);
  return { code: parts.join(''), count: count * Math.min(most, largest) };
};

const write = (node: PatternNode, alphabet: Alphabet): Written => {
  switch (node.kind) {
    case 'units':
      return { code: classOf(alphabet.symbolsOf.get(textOf(node.units)) ?? []), count: 1 };
    case 'edge':
      return { code: EDGE_CODE[node.edge], count: 1 };
    case 'repeat':
      return writeRepeat(write(node.item, alphabet), node.min, node.max);
    case 'sequence':
    case 'choice': {
      const parts = (node.kind === 'sequence' ? node.items : node.options).map((each) => write(each, alphabet));
      const code = parts.map((part) => part.code).join(node.kind === 'sequence' ? '' : '|');
      const count = Math.max(1, ...parts.map((part) => part.count));
      return { code: node.kind === 'sequence' ? code : `(?:${code})`, count };
    }
  }
};

/** Writes texts in the symbols of an alphabet. */
const encoder = ({ starts, symbols, marksLastLine }: WrittenPattern): ((text: string) => string) => {
  const runOf = (code: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts.charCodeAt(middle) <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const ascii = Array.from({ length: 128 }, (_none, code) => symbols[runOf(code)] ?? '');
  return (text) => {
    let written = '';
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      written +=
        code === 10 && marksLastLine && at < text.length - 1
          ? INNER_LINE_FEED
          : (ascii[code] ?? symbols[runOf(code)] ?? '');
    }
    return written;
  };
};

/** A pattern that was read and can be compiled; throws PatternProblem. */
const checkedPattern = (pattern: string) => {
  if (pattern.length > MAX_PATTERN_LENGTH) throw new PatternProblem('tooLong');
  const node = readPattern(pattern);
  if (statesOf(node) > MAX_STATES) throw new PatternProblem('tooLarge');
  const edges = new Set<PatternEdge>();
  collect(node, new Set(), edges);
  if (edges.has('lastLine') && hasAny(edges, 'lineStart', 'lineEnd')) throw new PatternProblem('mixedLines');
  return { node, edges };
};

/** What is wrong with a pattern, in the words of `PATTERN_REASONS`; null where it can be used. */
export const patternProblem = (pattern: string): string | null => {
  try {
    const { node, edges } = checkedPattern(pattern);
    // Elsewhere there are symbols for every pattern, and finding them is most of the work.
    if (hasAny(edges, 'word', 'notWord')) alphabetOf(node, edges);
    return null;
  } catch (error) {
    if (error instanceof PatternProblem) return error.message;
    throw error;
  }
};

/**
 * Reads a pattern and writes it in the symbols of its alphabet: most of the work, so that it is done where programs are
 * written. Throws PatternProblem for a pattern that `patternProblem` refuses.
 */
export const writePattern = (pattern: string): WrittenPattern => {
  const { node, edges } = checkedPattern(pattern);
  const alphabet = alphabetOf(node, edges);
  return {
    code: write(node, alphabet).code,
    starts: alphabet.starts.map((code) => String.fromCharCode(code)).join(''),
    symbols: alphabet.symbols.join(''),
    marksLastLine: edges.has('lastLine'),
  };
};

/**
 * A test that finds a pattern anywhere in a text, with the meaning it has in .NET (invariant culture, no options), in time
 * linear in the length of the text.
 */
export const loadPattern = (written: WrittenPattern): ((text: string) => boolean) => {
  const compiled = RE2JS.compile(written.code);
  const encode = encoder(written);
  return (text) => text.length <= MAX_MATCHED_LENGTH && compiled.test(encode(text));
};

export const compilePattern = (pattern: string): ((text: string) => boolean) => loadPattern(writePattern(pattern));
