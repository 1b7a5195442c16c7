/**
 * Rule text cut into coloured pieces, for showing code that ran. The language itself lives in `fql`; here only the
 * lexical rules matter (`docs/language/guide.md#values-written-out`), and text that breaks them is shown as it is.
 */
export type CodeKind =
  | 'keyword'
  | 'decision'
  | 'attribute'
  | 'string'
  | 'number'
  | 'variable'
  | 'function'
  | 'comment'
  | 'operator'
  | 'plain';

export type CodePiece = {
  readonly kind: CodeKind;
  readonly text: string;
  /** Where it begins in the text. */
  readonly from: number;
  /** Path of an attribute, without sigil and quotes. */
  readonly path?: string;
};

const LEXICON: readonly (readonly [CodeKind, RegExp])[] = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ['attribute', /@@?\s*(?:"(?:\\"|[^"\n])*"|[\p{L}_][\p{L}\p{N}_]*)|@@/uy],
  ['string', /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/y],
  ['variable', /\$[\p{L}_][\p{L}\p{N}_]*/uy],
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[smhd]?\b/y],
  ['keyword', /(?:LET|OBSERVE|RETURN|ROUTETO|WHEN|AND|OR|NOT|TRUE|FALSE|NULL)\b/iy],
  ['decision', /(?:Approve|Reject|Review|Challenge)(?=\s*\()/iy],
  ['function', /[\p{L}_][\p{L}\p{N}_]*(?=\s*[.(])/uy],
  ['plain', /[\p{L}_][\p{L}\p{N}_]*|\s+/uy],
  ['operator', /&&|\|\||[=!<>]=|[^\s\p{L}\p{N}_]/uy],
];

const attributePath = (text: string): string => text.replace(/^@@?\s*/, '').replace(/^"|"$/g, '');

const pieceAt = (code: string, at: number): CodePiece => {
  for (const [kind, pattern] of LEXICON) {
    pattern.lastIndex = at;
    const text = pattern.exec(code)?.[0];
    if (text) return { kind, text, from: at, ...(kind === 'attribute' ? { path: attributePath(text) } : {}) };
  }
  return { kind: 'plain', text: code.slice(at, at + 1), from: at };
};

/** The pieces of a text in order; joined again they are the text. */
export const codePieces = (code: string): readonly CodePiece[] => {
  const pieces: CodePiece[] = [];
  for (let at = 0; at < code.length;) {
    const piece = pieceAt(code, at);
    pieces.push(piece);
    at += piece.text.length;
  }
  return pieces;
};

/** The pieces line by line; what spans lines (comments, white space) is cut at the breaks. Empty lines are left out. */
export const codeLines = (code: string): readonly (readonly CodePiece[])[] => {
  const lines: CodePiece[][] = [[]];
  for (const piece of codePieces(code)) {
    let { from } = piece;
    for (const [index, part] of piece.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      const text = part.replace(/\r$/, '');
      if (text !== '') lines.at(-1)?.push({ ...piece, text, from });
      from += part.length + 1;
    }
  }
  return lines.filter((line) => line.some((piece) => piece.text.trim() !== ''));
};
