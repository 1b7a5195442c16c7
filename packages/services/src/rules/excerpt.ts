const EXCERPT_CHARACTERS = 160;

/** The beginning of a text on one line; `…` where it goes on. */
export const excerptOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= EXCERPT_CHARACTERS) return line;
  return `${line.slice(0, EXCERPT_CHARACTERS).toWellFormed()}…`;
};
