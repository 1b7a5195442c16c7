import { RE2JS } from 're2js';
import { MAX_MATCHED_LENGTH, MAX_PATTERN_LENGTH, PATTERN_REASONS } from './problems.ts';

/** What is wrong with a pattern of version 1 of the language, which handed patterns to RE2 as they were; null if nothing. */
export const firstPatternProblem = (pattern: string): string | null => {
  if (pattern.length > MAX_PATTERN_LENGTH) return PATTERN_REASONS.tooLong;
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** A pattern of version 1 as the engine takes it; null for one that cannot be read. */
export const writeFirstPattern = (pattern: string): string | null =>
  firstPatternProblem(pattern) === null ? pattern : null;

/** The test that a pattern of version 1 made; a pattern that cannot be read never matches. */
export const loadFirstPattern = (written: string | null): ((text: string) => boolean) => {
  if (written === null) return () => false;
  const compiled = RE2JS.compile(written);
  return (text) => text.length <= MAX_MATCHED_LENGTH && compiled.matcher(text).find();
};
