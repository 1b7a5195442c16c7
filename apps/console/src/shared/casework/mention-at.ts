/** The beginning of a name that stands before the caret behind an at sign; null where none is typed. */
export const mentionAt = (text: string, caret: number): string | null => {
  const [, start] = /(?:^|\s)@([\p{L}\p{M}\d.'’-]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return start ?? null;
};

/** The text with a name in place of what was typed of it, and where the caret stands then. */
export const withMention = (
  text: string,
  caret: number,
  name: string,
): { readonly text: string; readonly caret: number } => {
  const start = caret - (mentionAt(text, caret)?.length ?? 0);
  const head = `${text.slice(0, start)}${name} `;
  return { text: head + text.slice(caret).trimStart(), caret: head.length };
};
