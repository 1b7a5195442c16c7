import { codePieces, type CodePiece } from './rule-code.ts';

/** A range of a rule text. */
export type Range = { readonly from: number; readonly to: number };

/** What an expression came to, by its place in the text. */
export type Value = Range & { readonly value: unknown };

/** One thing a condition asks: parts joined by `||` are the alternatives of one term. */
export type Term = Range & {
  readonly pieces: readonly CodePiece[];
  /** More than one where any of them is enough. */
  readonly alternatives: readonly (readonly CodePiece[])[];
};

export const isBlank = (piece: CodePiece): boolean => piece.kind === 'comment' || piece.text.trim() === '';
export const isWord = (piece: CodePiece | undefined, ...words: readonly string[]): boolean =>
  piece !== undefined && words.includes(piece.text.toUpperCase());

const DEPTH: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

export const trimmed = (pieces: readonly CodePiece[]): readonly CodePiece[] => {
  const first = pieces.findIndex((piece) => !isBlank(piece));
  const last = pieces.findLastIndex((piece) => !isBlank(piece));
  return first < 0 ? [] : pieces.slice(first, last + 1);
};

export const withoutOuterBrackets = (given: readonly CodePiece[]): readonly CodePiece[] => {
  const pieces = trimmed(given);
  if (pieces[0]?.text !== '(' || pieces.at(-1)?.text !== ')') return pieces;
  let depth = 0;
  for (const [at, piece] of pieces.entries()) {
    depth += DEPTH[piece.text] ?? 0;
    if (depth === 0 && at < pieces.length - 1) return pieces;
  }
  return withoutOuterBrackets(pieces.slice(1, -1));
};

/** Cut at pieces outside of brackets; what separates is left out. */
export const splitAt = (
  pieces: readonly CodePiece[],
  separates: (piece: CodePiece) => boolean,
): readonly (readonly CodePiece[])[] => {
  const parts: CodePiece[][] = [[]];
  let depth = 0;
  for (const piece of pieces) {
    depth += DEPTH[piece.text] ?? 0;
    if (depth === 0 && separates(piece)) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts.map(trimmed).filter((part) => part.length > 0);
};

export const rangeOf = (pieces: readonly CodePiece[]): Range => {
  const [first] = pieces;
  const last = pieces.at(-1);
  return { from: first?.from ?? 0, to: (last?.from ?? 0) + (last?.text.length ?? 0) };
};

const isAnd = (piece: CodePiece): boolean => isWord(piece, '&&', 'AND');
const isOr = (piece: CodePiece): boolean => isWord(piece, '||', 'OR');

/** Parts joined by `&&`, brackets around them opened; a choice (`? :`) stays whole. */
const conjuncts = (pieces: readonly CodePiece[]): readonly (readonly CodePiece[])[] => {
  const inner = withoutOuterBrackets(pieces);
  if (splitAt(inner, (piece) => isOr(piece) || piece.text === '?').length > 1) return [pieces];
  const parts = splitAt(inner, isAnd);
  return parts.length > 1 ? parts.flatMap(conjuncts) : parts;
};

/** The pieces of the `WHEN` of a condition, or of that of the `RETURN` of a clause. */
const conditionOf = (pieces: readonly CodePiece[]): readonly CodePiece[] => {
  const start = pieces.findIndex((piece) => piece.kind === 'keyword' && isWord(piece, 'RETURN'));
  const when = pieces.findIndex((piece, at) => at > start && piece.kind === 'keyword' && isWord(piece, 'WHEN'));
  if (when < 0) return [];
  const end = pieces.findIndex(
    (piece, at) => at > when && piece.kind === 'keyword' && isWord(piece, 'OBSERVE', 'LET', 'RETURN'),
  );
  return trimmed(pieces.slice(when + 1, end < 0 ? undefined : end));
};

/** What a condition asks, part by part; none where there is no `WHEN`. */
export const termsOf = (code: string): readonly Term[] =>
  conjuncts(conditionOf(codePieces(code)))
    .filter((part) => part.length > 0)
    .map((pieces) => {
      const choices = splitAt(withoutOuterBrackets(pieces), isOr);
      return { ...rangeOf(pieces), pieces, alternatives: choices.length > 1 ? choices : [pieces] };
    });

/** What a `LET` of a text gives a name to; undefined where it is not of this text. */
export const definitionOf = (code: string, variable: string): readonly CodePiece[] | undefined => {
  const pieces = codePieces(code);
  const solid = pieces.findIndex((piece, at) => {
    if (!isWord(piece, 'LET')) return false;
    const named = pieces.slice(at + 1).find((next) => !isBlank(next));
    return named?.text.toLowerCase() === variable.toLowerCase();
  });
  if (solid < 0) return undefined;
  const equals = pieces.findIndex((piece, at) => at > solid && piece.text === '=');
  const end = pieces.findIndex(
    (piece, at) => at > equals && piece.kind === 'keyword' && isWord(piece, 'LET', 'RETURN', 'WHEN', 'OBSERVE'),
  );
  return equals < 0 ? undefined : trimmed(pieces.slice(equals + 1, end < 0 ? undefined : end));
};

/** Values of one text, found by the place of an expression, whatever brackets are around it. */
export class Values {
  readonly #known: ReadonlyMap<string, unknown>;

  constructor(values: readonly Value[]) {
    this.#known = new Map(values.map(({ from, to, value }) => [`${from} ${to}`, value]));
  }

  /** The value of an expression; undefined where it was not worked out. */
  of(given: readonly CodePiece[]): unknown {
    for (const pieces of [trimmed(given), withoutOuterBrackets(given)]) {
      const { from, to } = rangeOf(pieces);
      const value = this.#known.get(`${from} ${to}`);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }
}
