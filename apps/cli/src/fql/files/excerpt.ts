const WIDEST = 160;

/** The line a problem is on, with a mark below its place. */
export const excerptOf = (text: string, line: number, column: number): string => {
  const source = (text.split('\n')[line - 1] ?? '').replaceAll('\t', ' ').trimEnd();
  const from = Math.max(0, Math.min(column - 1, source.length) - WIDEST / 2);
  const shown = source.slice(from, from + WIDEST);
  return shown.trim() === '' ? '' : `    ${shown}\n    ${' '.repeat(Math.max(0, column - 1 - from))}^`;
};
