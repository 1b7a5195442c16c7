export const MAX_ENVIRONMENT_NAME = 60;

const ENVIRONMENT_NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ ]{0,59}$/u;
const API_NAME = /^[\w-]+$/;

/** Message shown for a name that breaks the second rule. */
export const NAME_VALIDATION_KEY = 'General.NameValidation';

/** Equal names for people: trimmed, composed, ignoring case. */
export const nameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/**
 * Whether a text can name an environment: word characters and spaces, at most 60, the first a word character
 * (`docs/reference/access.md#environments`; letters and digits of every script).
 */
export const isEnvironmentName = (name: string): boolean => ENVIRONMENT_NAME.test(name.trim().normalize('NFC'));

/**
 * The second name rule, for API names, ids and aliases: word characters and hyphens, and none of the taken ones
 * (ignoring case). Returns the message key of what is wrong, or null.
 */
export const apiNameProblem = (name: string, taken: Iterable<string>): typeof NAME_VALIDATION_KEY | null => {
  if (!API_NAME.test(name)) return NAME_VALIDATION_KEY;
  const key = name.toLowerCase();
  for (const other of taken) if (other.toLowerCase() === key) return NAME_VALIDATION_KEY;
  return null;
};
