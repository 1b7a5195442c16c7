import { RE2JS } from 're2js';

/** Longest text a pattern is tried on. The budget is length, not time, so that a replay agrees. */
export const MAX_MATCHED_LENGTH = 10_000;
const MAX_PATTERN_LENGTH = 1_000;

const TOO_LONG = `longer than ${MAX_PATTERN_LENGTH} characters`;
const UNREADABLE = 'not readable';

/** Everything that can be wrong with a pattern: our own reasons, and those of re2js. */
export const PATTERN_PROBLEMS: readonly string[] = [
  TOO_LONG,
  'invalid character class range',
  'invalid escape sequence',
  'invalid named capture',
  'invalid or unsupported Perl syntax',
  'invalid nested repetition operator',
  'invalid repeat count',
  'missing closing ]',
  'missing closing )',
  'missing argument to repetition operator',
  'trailing backslash at end of expression',
  'duplicate capture group name',
  'unexpected )',
  'expression nests too deeply',
  'expression too large',
  UNREADABLE,
];

/** The reason of re2js without its preamble; what it is about follows after a colon where it names it. */
const reasonOf = (error: unknown): string => {
  const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
  return PATTERN_PROBLEMS.some((known) => reason === known || reason.startsWith(`${known}: `)) ? reason : UNREADABLE;
};

/** What is wrong with a pattern; null where it can be used. Patterns run in linear time: no back-references, no look-around. */
export const patternProblem = (pattern: string): string | null => {
  if (pattern.length > MAX_PATTERN_LENGTH) return TOO_LONG;
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
};

/** A test that finds the pattern anywhere in a text; a pattern that cannot be read never matches. */
export const compilePattern = (pattern: string): ((text: string) => boolean) => {
  if (patternProblem(pattern) !== null) return () => false;
  const compiled = RE2JS.compile(pattern);
  return (text) => text.length <= MAX_MATCHED_LENGTH && compiled.matcher(text).find();
};
