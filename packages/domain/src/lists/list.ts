import { nameKey } from '../environments/names.ts';

/** A CSV list is under 20 MB (`docs/reference/deciding.md#lists`). */
export const LIST_BYTE_LIMIT = 20_000_000;
const MAX_LIST_NAME = 60;
export const MAX_LIST_COLUMNS = 200;
/** Rows of one change set; more of them are a file. */
export const MAX_LIST_CHANGES = 1000;

const UNNAMEABLE = /[\p{Cc}"\\]/u;

/**
 * Whether a text can name a list. Rules write the name as a text constant, so quotes and control characters are out.
 */
export const isListName = (name: string): boolean => {
  const trimmed = name.trim();
  return trimmed.length > 0 && trimmed.length <= MAX_LIST_NAME && !UNNAMEABLE.test(trimmed);
};

/** Upper case never shortens a letter, so equal lengths mean that every letter has a single upper-case one. */
const upperOrdinal = (text: string): string => {
  const whole = text.toUpperCase();
  if (whole.length === text.length) return whole;
  let upper = '';
  for (const character of text) {
    const mapped = character.toUpperCase();
    upper += mapped.length === character.length ? mapped : character;
  }
  return upper;
};

/**
 * The form in which list keys are compared: trimmed and ignoring case letter by letter, with no regard to language or
 * composition (`docs/language/decisions.md` A-22). A letter that has no single upper-case letter stays as it is.
 */
export const listKey = (text: string): string => upperOrdinal(text.trim());

/** Names of lists and columns, as rules name them: ignoring case. */
export const listNameKey = nameKey;

export type HeaderProblem = {
  readonly code: 'noColumns' | 'tooManyColumns' | 'emptyHeader' | 'repeatedHeader';
  /** Column from 1; 0 for the header as a whole. */
  readonly column: number;
  readonly name: string;
};

/** What is wrong with a header row: columns are named, and no two names are equal ignoring case. */
export const headerProblems = (columns: readonly string[]): readonly HeaderProblem[] => {
  if (columns.length === 0) return [{ code: 'noColumns', column: 0, name: '' }];
  if (columns.length > MAX_LIST_COLUMNS) return [{ code: 'tooManyColumns', column: 0, name: '' }];
  const seen = new Set<string>();
  return columns.flatMap((name, index): HeaderProblem[] => {
    const key = listNameKey(name);
    if (key === '') return [{ code: 'emptyHeader', column: index + 1, name }];
    if (seen.has(key)) return [{ code: 'repeatedHeader', column: index + 1, name }];
    seen.add(key);
    return [];
  });
};

/** What a published text reads of a list. */

/** Columns in use that new content would take away, as the references write them. */
export const vanishingColumns = (newColumns: readonly string[], used: readonly string[]): readonly string[] => {
  const kept = new Set(newColumns.map(listNameKey));
  return [...new Set(used)].filter((column) => !kept.has(listNameKey(column)));
};
