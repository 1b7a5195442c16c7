/**
 * A layout to be decided by width, after Wadler: a group is written on one line where it fits, else its `line`s break.
 * Comments are part of it: a trailing one ends its line, one of its own takes a line, an inline one stands between
 * blanks.
 */
export type Doc =
  | string
  | readonly Doc[]
  | { readonly kind: 'line'; readonly flat: string }
  | { readonly kind: 'hardline'; readonly blank: boolean }
  | { readonly kind: 'indent'; readonly doc: Doc }
  | { readonly kind: 'group'; readonly doc: Doc }
  | {
      readonly kind: 'comment';
      readonly text: string;
      readonly place: 'own' | 'trailing' | 'inline';
      readonly blank: boolean;
    };

export const line: Doc = { kind: 'line', flat: ' ' };
export const softline: Doc = { kind: 'line', flat: '' };
export const hardline: Doc = { kind: 'hardline', blank: false };
export const blankLine: Doc = { kind: 'hardline', blank: true };
export const indent = (doc: Doc): Doc => ({ kind: 'indent', doc });
export const group = (doc: Doc): Doc => ({ kind: 'group', doc });

const INDENT = '  ';

/** Columns left after writing a document on one line; negative where it does not fit. */
const room = (doc: Doc, left: number): number => {
  if (left < 0) return left;
  if (typeof doc === 'string') return doc.includes('\n') ? -1 : left - doc.length;
  if (Array.isArray(doc)) {
    let rest = left;
    for (const part of doc as readonly Doc[]) {
      rest = room(part, rest);
      if (rest < 0) return rest;
    }
    return rest;
  }
  const node = doc as Exclude<Doc, string | readonly Doc[]>;
  switch (node.kind) {
    case 'line':
      return left - node.flat.length;
    case 'hardline':
      return -1;
    case 'indent':
    case 'group':
      return room(node.doc, left);
    case 'comment':
      return node.place === 'inline' && !node.text.includes('\n') ? left - node.text.length - 2 : -1;
  }
};

/** Writes a document, breaking groups wider than `width`. */
export const print = (root: Doc, width: number): string => {
  let written = '';
  let column = 0;
  let atLineStart = true;
  let pendingBreak = false;
  let pendingBlank = false;

  const newline = (level: number): void => {
    written = `${written.trimEnd()}\n${pendingBlank ? '\n' : ''}`;
    pendingBreak = false;
    pendingBlank = false;
    atLineStart = true;
    column = level * INDENT.length;
  };
  const put = (text: string, level: number): void => {
    if (text === '') return;
    if (pendingBreak) newline(level);
    if (atLineStart) {
      if (text === ' ') return;
      written += INDENT.repeat(level);
      column = level * INDENT.length;
      atLineStart = false;
    }
    written += text;
    const last = text.lastIndexOf('\n');
    column = last < 0 ? column + text.length : text.length - last - 1;
  };
  const comment = (doc: Extract<Doc, { readonly kind: 'comment' }>, level: number): void => {
    if (doc.place === 'inline') {
      if (!atLineStart && !pendingBreak && !/[\s([{]$/.test(written)) put(' ', level);
      put(`${doc.text} `, level);
      return;
    }
    if (doc.place === 'own' && (!atLineStart || pendingBreak)) {
      pendingBlank = doc.blank;
      newline(level);
    }
    put(doc.place === 'trailing' && !atLineStart && !written.endsWith(' ') ? ` ${doc.text}` : doc.text, level);
    pendingBreak = true;
  };
  const write = (doc: Doc, level: number, flat: boolean): void => {
    if (typeof doc === 'string') {
      put(doc, level);
      return;
    }
    if (Array.isArray(doc)) {
      for (const part of doc as readonly Doc[]) write(part, level, flat);
      return;
    }
    const node = doc as Exclude<Doc, string | readonly Doc[]>;
    switch (node.kind) {
      case 'line':
        if (flat && !pendingBreak) put(node.flat, level);
        else pendingBreak = true;
        if (pendingBreak) newline(level);
        return;
      case 'hardline':
        pendingBlank = node.blank;
        newline(level);
        return;
      case 'indent':
        write(node.doc, level + 1, flat);
        return;
      case 'group':
        write(node.doc, level, flat || room(node.doc, width - column) >= 0);
        return;
      case 'comment':
        comment(node, level);
    }
  };
  write(root, 0, false);
  return written.trimEnd();
};
