import { RE2JS } from 're2js';

/** Longest text a pattern is tried on. The budget is length, not time, so that a replay agrees. */
export const MAX_MATCHED_LENGTH = 10_000;
const MAX_PATTERN_LENGTH = 1_000;

/** What is wrong with a pattern; null where it can be used. Patterns run in linear time: no back-references, no look-around. */
export const patternProblem = (pattern: string): string | null => {
  if (pattern.length > MAX_PATTERN_LENGTH) return `longer than ${MAX_PATTERN_LENGTH} characters`;
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'not readable';
  }
};

/** A test that finds the pattern anywhere in a text; a pattern that cannot be read never matches. */
export const compilePattern = (pattern: string): ((text: string) => boolean) => {
  if (patternProblem(pattern) !== null) return () => false;
  const compiled = RE2JS.compile(pattern);
  return (text) => text.length <= MAX_MATCHED_LENGTH && compiled.matcher(text).find();
};
