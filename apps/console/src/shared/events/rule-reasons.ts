import type { CodePiece } from './rule-code.ts';
import {
  definitionOf,
  isBlank,
  isWord,
  rangeOf,
  splitAt,
  termsOf,
  trimmed,
  Values,
  withoutOuterBrackets,
} from './terms.ts';

export type Comparison = 'over' | 'atLeast' | 'under' | 'atMost' | 'is' | 'isNot';

/** What a condition is about, as far as it can be named. */
export type Subject =
  | { readonly kind: 'attribute'; readonly path: string }
  | { readonly kind: 'velocity'; readonly name: string; readonly window: string; readonly key: string }
  | { readonly kind: 'list'; readonly list: string; readonly status: ListStatus; readonly key: string }
  | { readonly kind: 'cell'; readonly list: string; readonly column: string; readonly key: string }
  /** Of an external call, another assessment or a function: what it answered. */
  | { readonly kind: 'answer'; readonly of: 'call' | 'function'; readonly name: string; readonly member: string }
  | { readonly kind: 'code'; readonly pieces: readonly CodePiece[] };

type ListStatus = 'any' | 'block' | 'safe' | 'watch';

/** One condition that held: its subject with its value, and what it was held against. `value` is undefined where unknown. */
export type Reason =
  | {
      readonly kind: 'comparison';
      readonly subject: Subject;
      readonly value: unknown;
      readonly comparison: Comparison;
      readonly limit: string;
    }
  | { readonly kind: 'truth'; readonly subject: Subject; readonly value: unknown; readonly negated: boolean }
  | { readonly kind: 'any'; readonly reasons: readonly Reason[] };

const COMPARISONS: Readonly<Record<string, readonly [Comparison, Comparison]>> = {
  '>': ['over', 'under'],
  '>=': ['atLeast', 'atMost'],
  '<': ['under', 'over'],
  '<=': ['atMost', 'atLeast'],
  '==': ['is', 'is'],
  '!=': ['isNot', 'isNot'],
};

const isLiteral = (pieces: readonly CodePiece[]): boolean => {
  const [piece, more] = pieces;
  if (more !== undefined) return pieces.length === 2 && piece?.text === '-' && more.kind === 'number';
  return piece?.kind === 'number' || piece?.kind === 'string' || /^(true|false|null)$/i.test(piece?.text ?? '');
};
const textOf = (pieces: readonly CodePiece[]): string => pieces.map(({ text }) => text).join('');
const unquoted = (text: string): string => text.replace(/^["']|["']$/g, '');
const solidOf = (pieces: readonly CodePiece[]): readonly CodePiece[] => pieces.filter((piece) => !isBlank(piece));

/** `name(arguments)` with what stands behind it. */
type Called = {
  /** Names joined by dots, up to the bracket. */
  readonly name: string;
  readonly args: readonly (readonly CodePiece[])[];
  /** `.member` behind the closing bracket. */
  readonly member: string;
};

const callOf = (pieces: readonly CodePiece[]): Called | undefined => {
  const solid = solidOf(pieces);
  const open = solid.findIndex(({ text }) => text === '(');
  if (open < 1) return undefined;
  let depth = 0;
  const close = solid.findIndex(({ text }, at) => {
    if (at < open) return false;
    depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    return depth === 0;
  });
  const name = textOf(solid.slice(0, open));
  const rest = solid.slice(close + 1);
  if (close < 0 || !/^[\p{L}_][\p{L}\p{N}_."[\]-]*$/u.test(name)) return undefined;
  if (rest.length > 0 && rest[0]?.text !== '.') return undefined;
  return {
    name,
    args: splitAt(solid.slice(open + 1, close), ({ text }) => text === ','),
    member: textOf(rest.slice(1)),
  };
};

const SUPPORT: Readonly<Record<string, ListStatus>> = {
  insupportlist: 'any',
  isblock: 'block',
  issafe: 'safe',
  iswatch: 'watch',
};

const keyText = (pieces: readonly CodePiece[] | undefined): string =>
  pieces === undefined ? '' : ((pieces.length === 1 ? pieces[0]?.path : undefined) ?? textOf(pieces));

const calledSubject = ({ name, args, member }: Called): Subject | undefined => {
  const literal = (index: number): string => unquoted(textOf(args[index] ?? []));
  const lower = name.toLowerCase();
  const [root = '', ...rest] = name.split('.');
  const last = rest.at(-1) ?? '';
  if (/^velocity$/i.test(root) && args.length >= 2)
    return { kind: 'velocity', name: last, window: textOf(args[1] ?? []), key: keyText(args[0]) };
  if (/^functions?$/i.test(root)) return { kind: 'answer', of: 'function', name: last, member };
  if (/^(?:external|assessments)$/i.test(root))
    return { kind: 'answer', of: 'call', name: rest.join('.').replace(/\.$/, ''), member };
  if (lower === 'containskey' && args.length >= 2)
    return { kind: 'list', list: literal(0), status: 'any', key: keyText(args.at(-1)) };
  const status = SUPPORT[lower];
  if (status !== undefined) return { kind: 'list', list: literal(0), status, key: keyText(args[1]) };
  if (lower === 'lookup' && args.length >= 4)
    return { kind: 'cell', list: literal(0), column: literal(3), key: keyText(args[2]) };
  return undefined;
};

const MAX_VARIABLES = 5;

/** What an expression is about; a variable is about what it was made of. */
const subjectOf = (given: readonly CodePiece[], codes: readonly string[], left = MAX_VARIABLES): Subject => {
  const pieces = withoutOuterBrackets(given);
  const [only] = pieces;
  if (pieces.length === 1 && only?.path !== undefined) return { kind: 'attribute', path: only.path };
  const called = callOf(pieces);
  const found = called && calledSubject(called);
  if (found) return found;
  if (only?.kind === 'variable' && left > 0) {
    const member = textOf(solidOf(pieces.slice(1))).replace(/^\./, '');
    const made = codes.map((code) => definitionOf(code, only.text)).find((each) => each !== undefined);
    const of = made && subjectOf(made, codes, left - 1);
    if (of?.kind === 'answer') return { ...of, member: [of.member, member].filter(Boolean).join('.') };
    if (of && member === '' && of.kind !== 'code') return of;
  }
  return { kind: 'code', pieces: trimmed(given) };
};

const limitOf = (pieces: readonly CodePiece[], values: Values): string | undefined => {
  if (isLiteral(pieces)) return unquoted(textOf(pieces));
  const value = values.of(pieces);
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
};

const inWords = (given: readonly CodePiece[], values: Values, codes: readonly string[]): Reason => {
  const pieces = withoutOuterBrackets(given);
  const sides = splitAt(pieces, ({ text }) => Object.hasOwn(COMPARISONS, text));
  const [left = [], right = []] = sides;
  const operator = pieces.find(({ from, text }) => from >= rangeOf(left).to && Object.hasOwn(COMPARISONS, text));
  const comparisons = COMPARISONS[operator?.text ?? ''];
  if (sides.length === 2 && comparisons !== undefined) {
    const [subject, against, comparison] = isLiteral(solidOf(left))
      ? ([right, left, comparisons[1]] as const)
      : ([left, right, comparisons[0]] as const);
    const limit = limitOf(solidOf(against), values);
    if (limit !== undefined)
      return { kind: 'comparison', subject: subjectOf(subject, codes), value: values.of(subject), comparison, limit };
  }
  const negated = pieces[0]?.text === '!' || isWord(pieces[0], 'NOT');
  const rest = negated ? withoutOuterBrackets(pieces.slice(1)) : pieces;
  const subject = subjectOf(rest, codes);
  if (subject.kind === 'code')
    return { kind: 'truth', subject: { kind: 'code', pieces: trimmed(given) }, value: undefined, negated: false };
  return { kind: 'truth', subject, value: values.of(rest), negated };
};

const pathsOf = (pieces: readonly CodePiece[]): readonly string[] => pieces.flatMap(({ path }) => path ?? []);

/** `Exists(@"x")` before a part that reads `x` only keeps that part from failing. */
const isGuard = (part: readonly CodePiece[], all: readonly (readonly CodePiece[])[]): boolean => {
  const [path, ...more] = pathsOf(part);
  if (path === undefined || more.length > 0 || !/^Exists$/i.test(part[0]?.text ?? '')) return false;
  return all.some((each) => each !== part && pathsOf(each).includes(path));
};

/** What a part joined by `||` says: the sides that held, where it is known which. */
const choiceInWords = (
  pieces: readonly CodePiece[],
  alternatives: readonly (readonly CodePiece[])[],
  values: Values,
  codes: readonly string[],
): Reason => {
  if (alternatives.length === 1) return inWords(pieces, values, codes);
  const held = alternatives.filter((each) => values.of(each) === true);
  if (held.length === 0) return { kind: 'truth', subject: { kind: 'code', pieces }, value: undefined, negated: false };
  const reasons = held.map((each) => inWords(each, values, codes));
  return reasons.length === 1 && reasons[0] ? reasons[0] : { kind: 'any', reasons };
};

/**
 * What a clause that fired or the condition of a rule asked for, part by part: its `WHEN`, in a clause that of its
 * `RETURN`, cut at the outermost `&&`. Of a part joined by `||` only what held is said; without values it stays whole.
 * None where there is no condition. `codes` are the texts that may define its variables.
 */
export const reasonsOf = (
  code: string,
  values: Values = new Values([]),
  codes: readonly string[] = [code],
): readonly Reason[] => {
  const terms = termsOf(code);
  const parts = terms.map(({ pieces }) => pieces);
  return terms
    .filter(({ pieces }) => !isGuard(pieces, parts))
    .map(({ pieces, alternatives }) => choiceInWords(pieces, alternatives, values, codes));
};
