/** A change to a pasted text, at its line from 1. */
export type TextChange = { readonly line: number; readonly reason: string };

const SIGNS: readonly { readonly found: RegExp; readonly plain: string; readonly reason: string }[] = [
  {
    found: /[\u201c\u201d\u201e\u00ab\u00bb]/g,
    plain: '"',
    reason: 'Typographic quotes, as word processors write them.',
  },
  { found: /[\u00a0\u2007\u202f]/g, plain: ' ', reason: 'Blanks that do not break, as web pages write them.' },
  { found: /[\u200b-\u200d\ufeff]/g, plain: '', reason: 'Invisible characters, as web pages write them.' },
  { found: /\u2264/g, plain: '<=', reason: 'A sign for “less or equal”.' },
  { found: /\u2265/g, plain: '>=', reason: 'A sign for “greater or equal”.' },
  { found: /\u2260/g, plain: '!=', reason: 'A sign for “not equal”.' },
];

/** Undoes what copying through word processors and web pages does to a text. */
export const repairText = (text: string): { readonly text: string; readonly changes: readonly TextChange[] } => {
  const changes: TextChange[] = [];
  const lines = text.split('\n').map((line, index) =>
    SIGNS.reduce((kept, { found, plain, reason }) => {
      const repaired = kept.replace(found, plain);
      if (repaired !== kept) changes.push({ line: index + 1, reason });
      return repaired;
    }, line),
  );
  return { text: lines.join('\n'), changes };
};
