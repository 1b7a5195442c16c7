/**
 * Shortens a text in the middle to at most `length` characters, keeping more of its end free than its beginning:
 * people tell identifiers apart by both. Counts code points, so no character is cut in half.
 */
export const shortenMiddle = (text: string, length: number): string => {
  const characters = [...text];
  if (characters.length <= length) return text;
  const kept = Math.max(2, length - 1);
  const head = Math.ceil(kept * 0.6);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (kept - head)).join('')}`;
};
