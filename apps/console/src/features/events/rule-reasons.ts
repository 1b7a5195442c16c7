import { codePieces, type CodePiece } from './rule-code.ts';

export type Comparison = 'over' | 'atLeast' | 'under' | 'atMost' | 'is' | 'isNot';

/** One condition that held, as far as it can be said in words. */
export type Reason =
  | { readonly kind: 'comparison'; readonly path: string; readonly comparison: Comparison; readonly limit: string }
  | { readonly kind: 'list'; readonly path: string; readonly list: string; readonly negated: boolean }
  | { readonly kind: 'truth'; readonly path: string; readonly negated: boolean }
  | { readonly kind: 'code'; readonly pieces: readonly CodePiece[] };

const COMPARISONS: Readonly<Record<string, readonly [Comparison, Comparison]>> = {
  '>': ['over', 'under'],
  '>=': ['atLeast', 'atMost'],
  '<': ['under', 'over'],
  '<=': ['atMost', 'atLeast'],
  '==': ['is', 'is'],
  '!=': ['isNot', 'isNot'],
};

const isBlank = (piece: CodePiece): boolean => piece.kind === 'comment' || piece.text.trim() === '';
const isLiteral = (piece: CodePiece | undefined): piece is CodePiece =>
  piece?.kind === 'number' || piece?.kind === 'string' || /^(true|false|null)$/i.test(piece?.text ?? '');
const literal = (piece: CodePiece): string => piece.text.replace(/^["']|["']$/g, '');
const isWord = (piece: CodePiece, ...words: readonly string[]): boolean => words.includes(piece.text.toUpperCase());

const DEPTH: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

const withoutOuterBrackets = (pieces: readonly CodePiece[]): readonly CodePiece[] => {
  if (pieces[0]?.text !== '(' || pieces.at(-1)?.text !== ')') return pieces;
  let depth = 0;
  for (const [at, piece] of pieces.entries()) {
    depth += DEPTH[piece.text] ?? 0;
    if (depth === 0 && at < pieces.length - 1) return pieces;
  }
  return withoutOuterBrackets(pieces.slice(1, -1));
};

const splitConjuncts = (pieces: readonly CodePiece[]): readonly (readonly CodePiece[])[] => {
  const parts: CodePiece[][] = [[]];
  let depth = 0;
  for (const piece of pieces) {
    depth += DEPTH[piece.text] ?? 0;
    if (depth === 0 && isWord(piece, '||', 'OR', '?')) return [pieces];
    if (depth === 0 && isWord(piece, '&&', 'AND')) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts;
};

const trimmed = (pieces: readonly CodePiece[]): readonly CodePiece[] => {
  const first = pieces.findIndex((piece) => !isBlank(piece));
  const last = pieces.findLastIndex((piece) => !isBlank(piece));
  return first < 0 ? [] : pieces.slice(first, last + 1);
};

const inWords = (pieces: readonly CodePiece[]): Reason => {
  const solid = withoutOuterBrackets(pieces.filter((piece) => !isBlank(piece)));
  const [first, second, third] = solid;
  const operator = COMPARISONS[second?.text ?? ''];
  if (solid.length === 3 && operator) {
    if (first?.path && isLiteral(third))
      return { kind: 'comparison', path: first.path, comparison: operator[0], limit: literal(third) };
    if (third?.path && isLiteral(first))
      return { kind: 'comparison', path: third.path, comparison: operator[1], limit: literal(first) };
  }
  const negated = first?.text === '!' || (first !== undefined && isWord(first, 'NOT'));
  const rest = negated ? withoutOuterBrackets(solid.slice(1)) : solid;
  if (rest.length === 1 && rest[0]?.path) return { kind: 'truth', path: rest[0].path, negated };
  const attributes = rest.filter((piece) => piece.path);
  if (/^ContainsKey$/i.test(rest[0]?.text ?? '') && rest.at(-1)?.text === ')' && attributes.length === 1) {
    const list = rest.find((piece) => piece.kind === 'string');
    if (list && attributes[0]?.path) return { kind: 'list', path: attributes[0].path, list: literal(list), negated };
  }
  return { kind: 'code', pieces: trimmed(pieces) };
};

const pathsOf = (pieces: readonly CodePiece[]): readonly string[] => pieces.flatMap(({ path }) => path ?? []);

/** `Exists(@"x")` before a part that reads `x` only keeps that part from failing. */
const isGuard = (part: readonly CodePiece[], all: readonly (readonly CodePiece[])[]): boolean => {
  const [path, ...more] = pathsOf(part);
  if (path === undefined || more.length > 0 || !/^Exists$/i.test(part[0]?.text ?? '')) return false;
  return all.some((each) => each !== part && pathsOf(each).includes(path));
};

/**
 * What a clause that fired or the condition of a rule asked for, part by part: its `WHEN`, in a clause that of its
 * `RETURN`, cut at the outermost `&&`. A part joined by `||` stays whole, because it alone does not say which side held.
 * None where there is no condition.
 */
export const reasonsOf = (code: string): readonly Reason[] => {
  const pieces = codePieces(code);
  const start = pieces.findIndex((piece) => piece.kind === 'keyword' && isWord(piece, 'RETURN'));
  const when = pieces.findIndex((piece, at) => at > start && piece.kind === 'keyword' && isWord(piece, 'WHEN'));
  if (when < 0) return [];
  const end = pieces.findIndex(
    (piece, at) => at > when && piece.kind === 'keyword' && isWord(piece, 'OBSERVE', 'LET', 'RETURN'),
  );
  const condition = trimmed(pieces.slice(when + 1, end < 0 ? undefined : end));
  const parts = splitConjuncts(condition)
    .map(trimmed)
    .filter((part) => part.length > 0);
  return parts.filter((part) => !isGuard(part, parts)).map(inWords);
};
