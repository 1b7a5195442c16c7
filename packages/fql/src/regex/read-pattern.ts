import type { PatternEdge, PatternNode } from './pattern-node.ts';
import { NO_OPTIONS, PatternReader, type PatternOptions } from './pattern-reader.ts';
import { MAX_GROUPS } from './problems.ts';
import { literalUnits, readClass } from './read-class.ts';
import { readProperty, readUnitEscape, shorthand } from './read-escape.ts';
import { ANY_UNIT, complement, unit } from './unit-set.ts';

/** Largest count of a repetition; more could never fit. */
const MAX_COUNT = 2_147_483_647;

/** A character of the name of a group. */
const NAME = String.raw`[\p{L}\p{Mn}\p{Nd}\p{Pc}]`;

const ANY_BUT_LINE_FEED = complement(unit(10));

const EMPTY: PatternNode = { kind: 'sequence', items: [] };

const edge = (which: PatternEdge): PatternNode => ({ kind: 'edge', edge: which });

const EDGES: Readonly<Record<string, PatternEdge>> = { A: 'start', z: 'end', Z: 'lastLine', b: 'word', B: 'notWord' };

const OPTION_NAMES: Readonly<Record<string, keyof PatternOptions>> = {
  i: 'ignoreCase',
  m: 'multiline',
  s: 'singleline',
  x: 'ignoreBlanks',
};

/** How many groups a pattern captures, at most: what `\10` and above can refer to. */
const captureCount = (text: string): number =>
  text.replaceAll(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]/gu, '').match(/\((?!\?)|\(\?(?:<(?![=!])|')/gu)?.length ?? 0;

/** Reads the syntax of .NET regular expressions, as `RegexOptions.NonBacktracking` has it; throws PatternProblem. */
class PatternParser {
  readonly #reader: PatternReader;
  readonly #captures: number;
  #depth = 0;

  constructor(text: string) {
    this.#reader = new PatternReader(text);
    this.#captures = captureCount(text);
  }

  read(): PatternNode {
    const node = this.#readChoice(NO_OPTIONS);
    if (!this.#reader.isAtEnd) throw this.#reader.problem('groupStart');
    return node;
  }

  /** Alternatives up to the end or a closing bracket; options set on the way hold to there, over `|` as well. */
  #readChoice(given: PatternOptions): PatternNode {
    const reader = this.#reader;
    const options: PatternNode[] = [];
    let items: PatternNode[] = [];
    let current = given;
    for (;;) {
      reader.skipBlanks(current);
      if (reader.isAtEnd || reader.peek() === ')') break;
      if (reader.takeIf('|')) {
        options.push({ kind: 'sequence', items });
        items = [];
        continue;
      }
      const changed = this.#readInlineOptions(current);
      if (changed) current = changed;
      else items.push(this.#readRepeats(this.#readAtom(current), current));
    }
    const last: PatternNode = { kind: 'sequence', items };
    return options.length === 0 ? last : { kind: 'choice', options: [...options, last] };
  }

  /** `(?i-s)`; undefined where none stands here. */
  #readInlineOptions(options: PatternOptions): PatternOptions | undefined {
    const letters = this.#reader.takeMatch(/\(\?([imnsx+-]*)\)/iuy)?.[1];
    return letters === undefined ? undefined : withOptions(options, letters);
  }

  /** The repetitions behind an atom: one, which may be lazy, and no second one. */
  #readRepeats(atom: PatternNode, options: PatternOptions): PatternNode {
    const reader = this.#reader;
    reader.skipBlanks(options);
    const from = reader.at;
    const counts = this.#readCounts();
    if (!counts) return atom;
    const [min, max] = counts;
    if (min > max || min > MAX_COUNT) throw reader.problem('repeatCount', from);
    reader.skipBlanks(options);
    reader.takeIf('?');
    reader.skipBlanks(options);
    const again = reader.at;
    if (this.#readCounts()) throw reader.problem('nestedRepeat', again);
    return { kind: 'repeat', item: atom, min, max };
  }

  #readCounts(): readonly [min: number, max: number] | undefined {
    const reader = this.#reader;
    if (reader.takeIf('*')) return [0, Infinity];
    if (reader.takeIf('+')) return [1, Infinity];
    if (reader.takeIf('?')) return [0, 1];
    const counts = reader.takeMatch(/\{(\d+)(,(\d*))?\}/uy);
    if (!counts) return undefined;
    const [, min = '', comma, max = ''] = counts;
    return [Number(min), comma === undefined ? Number(min) : max === '' ? Infinity : Number(max)];
  }

  #readAtom(options: PatternOptions): PatternNode {
    const reader = this.#reader;
    const from = reader.at;
    if (this.#readCounts()) throw reader.problem('nothingToRepeat', from);
    const sign = reader.take();
    switch (sign) {
      case '(':
        return this.#readGroup(options);
      case '[':
        return { kind: 'units', units: readClass(reader, options.ignoreCase) };
      case '\\':
        return this.#readEscape(options);
      case '^':
        return edge(options.multiline ? 'lineStart' : 'start');
      case '$':
        return edge(options.multiline ? 'lineEnd' : 'lastLine');
      case '.':
        return { kind: 'units', units: options.singleline ? ANY_UNIT : ANY_BUT_LINE_FEED };
      default:
        return { kind: 'units', units: literalUnits(sign.charCodeAt(0), options.ignoreCase) };
    }
  }

  #readEscape(options: PatternOptions): PatternNode {
    const reader = this.#reader;
    const from = reader.at - 1;
    const letter = reader.peek();
    const units = shorthand(letter);
    const place = EDGES[letter];
    if (units || place) {
      reader.at += 1;
      return units ? { kind: 'units', units } : edge(place ?? 'start');
    }
    if (letter === 'p' || letter === 'P') {
      reader.at += 1;
      return { kind: 'units', units: readProperty(reader, letter === 'P', options.ignoreCase) };
    }
    if (reader.takeIf('G')) throw reader.problem('lastMatch');
    this.#refuseBackReference(from);
    return { kind: 'units', units: literalUnits(readUnitEscape(reader), options.ignoreCase) };
  }

  /** `\1`, `\k<name>` and the old `\<name>`; several digits that are no group are an octal number. */
  #refuseBackReference(from: number): void {
    const reader = this.#reader;
    const before = reader.at;
    const number = reader.takeMatch(/[1-9]\d*/uy)?.[0];
    if (number !== undefined && (number.length === 1 || Number(number) <= this.#captures))
      throw reader.problem('backReference', from);
    reader.at = before;
    if (reader.takeMatch(new RegExp(`k[<'{]?${NAME}*[>'}]?|<${NAME}+>|'${NAME}+'`, 'uy')))
      throw reader.problem('backReference', from);
  }

  #readGroup(options: PatternOptions): PatternNode {
    const reader = this.#reader;
    const from = reader.at - 1;
    this.#depth += 1;
    if (this.#depth > MAX_GROUPS) throw reader.problem('tooDeep');
    const inside = reader.takeIf('?') ? this.#readGroupKind(from, options) : options;
    const node = this.#readChoice(inside);
    if (!reader.takeIf(')')) throw reader.problem('groupEnd', from);
    this.#depth -= 1;
    return node.kind === 'sequence' && node.items.length === 0 ? EMPTY : node;
  }

  /** What stands between `(?` and the content of a group: the options that hold inside. */
  #readGroupKind(from: number, options: PatternOptions): PatternOptions {
    const reader = this.#reader;
    if (reader.takeMatch(/<?[=!]/uy)) throw reader.problem('lookAround', from);
    if (reader.takeIf('>')) throw reader.problem('atomic', from);
    if (reader.takeIf('(')) throw reader.problem('conditional', from);
    const opening = reader.takeMatch(/[<']/uy)?.[0];
    if (opening !== undefined) {
      const closing = opening === '<' ? '>' : "'";
      if (reader.takeMatch(new RegExp(`${NAME}*-${NAME}*`, 'uy'))) throw reader.problem('balancing', from);
      if (!reader.takeMatch(new RegExp(`[1-9]\\d*|(?!\\d)${NAME}+`, 'uy')) || !reader.takeIf(closing))
        throw reader.problem('groupName', from);
      return options;
    }
    const letters = reader.takeMatch(/([imnsx+-]*):/iuy)?.[1];
    if (letters === undefined) {
      reader.take();
      throw reader.problem('group', from);
    }
    return withOptions(options, letters);
  }
}

const withOptions = (options: PatternOptions, letters: string): PatternOptions => {
  const changed = { ...options };
  let isOn = true;
  for (const letter of letters.toLowerCase()) {
    const name = OPTION_NAMES[letter];
    if (letter === '-' || letter === '+') isOn = letter === '+';
    else if (name) changed[name] = isOn;
  }
  return changed;
};

/** Reads a pattern as .NET does; throws PatternProblem where it has an error or asks for what needs backtracking. */
export const readPattern = (pattern: string): PatternNode => new PatternParser(pattern).read();
