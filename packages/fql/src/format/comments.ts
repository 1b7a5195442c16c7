import type { Tree } from '@lezer/common';
import type { Doc } from './doc.ts';

/** Comments by the token they are written with: those before it, and those that end its line. */
export type Comments = {
  readonly before: ReadonlyMap<number, readonly Doc[]>;
  readonly after: ReadonlyMap<number, readonly Doc[]>;
  /** Below the last token. */
  readonly last: readonly Doc[];
};

type Piece = { readonly from: number; readonly to: number; readonly comment: boolean };

const piecesOf = (tree: Tree): readonly Piece[] => {
  const pieces: Piece[] = [];
  tree.iterate({
    enter: (node) => {
      if (node.node.firstChild || node.type.isTop || node.to === node.from) return;
      pieces.push({ from: node.from, to: node.to, comment: node.name.endsWith('Comment') });
    },
  });
  return pieces;
};

const hasBreak = (text: string, from: number, to: number): boolean => text.slice(from, to).includes('\n');
const hasBlankLine = (text: string, from: number, to: number): boolean => /\n[^\S\n]*\n/.test(text.slice(from, to));

const add = (map: Map<number, Doc[]>, key: number, doc: Doc): void => {
  map.set(key, [...(map.get(key) ?? []), doc]);
};

/** Decides for each comment whether it ends a line, has one of its own, or stands between two tokens. */
export const attachComments = (text: string, tree: Tree): Comments => {
  const pieces = piecesOf(tree);
  const before = new Map<number, Doc[]>();
  const after = new Map<number, Doc[]>();
  const last: Doc[] = [];
  pieces.forEach((piece, index) => {
    if (!piece.comment) return;
    const written = text.slice(piece.from, piece.to).trimEnd();
    const previous = pieces[index - 1];
    const next = pieces[index + 1];
    const opensLine = !previous || hasBreak(text, previous.to, piece.from);
    const endsLine = !next || written.startsWith('//') || hasBreak(text, piece.to, next.from);
    const blank = previous !== undefined && hasBlankLine(text, previous.to, piece.from);
    const place = !endsLine ? 'inline' : opensLine ? 'own' : 'trailing';
    const doc: Doc = { kind: 'comment', text: written, place, blank };
    const token = place === 'trailing' ? pieces.slice(0, index).findLast(({ comment }) => !comment) : undefined;
    const following = pieces.slice(index + 1).find(({ comment }) => !comment);
    if (token) add(after, token.from, doc);
    else if (following) add(before, following.from, doc);
    else last.push(doc);
  });
  return { before, after, last };
};
