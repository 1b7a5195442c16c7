import type { Json } from '@redoubt/kernel';

const MAX_CHARACTERS = 2000;

const cut = (text: string): string => `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`;

/**
 * A value as the evaluate pane shows it. Text of more than 2000 characters is cut; an object or array that would be
 * longer as JSON is shown as the beginning of that text.
 */
export const shownValue = (value: Json): Json => {
  if (typeof value === 'string') return value.length > MAX_CHARACTERS ? cut(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? cut(text) : value;
};
