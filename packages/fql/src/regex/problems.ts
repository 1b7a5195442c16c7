/** Longest text a pattern is tried on. The budget is length, not time, so that a replay agrees. */
export const MAX_MATCHED_LENGTH = 10_000;
/** Longest pattern; what it repeats may take no more states than `MAX_STATES`, which bounds time and memory. */
export const MAX_PATTERN_LENGTH = 1_000;
export const MAX_STATES = 5_000;
/** Deepest nesting of groups. */
export const MAX_GROUPS = 200;

/** Everything that can be wrong with a pattern; a screen translates the words, and shows what may follow after a colon. */
export const PATTERN_REASONS = {
  tooLong: `longer than ${MAX_PATTERN_LENGTH} characters`,
  tooDeep: 'expression nests too deeply',
  tooLarge: 'expression too large',
  escape: 'invalid escape sequence',
  property: 'unknown Unicode category or block',
  classRange: 'invalid character class range',
  subtraction: 'a subtraction must end its character class',
  classEnd: 'missing closing ]',
  groupEnd: 'missing closing )',
  groupStart: 'unexpected )',
  group: 'unknown kind of group',
  groupName: 'invalid named capture',
  comment: 'the comment has no closing )',
  nothingToRepeat: 'missing argument to repetition operator',
  nestedRepeat: 'invalid nested repetition operator',
  repeatCount: 'invalid repeat count',
  trailing: 'trailing backslash at end of expression',
  backReference: 'back-references are not available',
  lookAround: 'look-ahead and look-behind are not available',
  atomic: 'atomic groups are not available',
  conditional: 'conditional groups are not available',
  balancing: 'balancing groups are not available',
  lastMatch: String.raw`\G is not available`,
  mixedLines: String.raw`$ or \Z beside (?m) is not available`,
  manyWords: String.raw`too many different characters beside \b`,
} as const;

export type PatternReason = keyof typeof PATTERN_REASONS;

/** Why a pattern cannot be used; `about` is the piece of it that is meant. */
export class PatternProblem extends Error {
  constructor(reason: PatternReason, about = '') {
    super(about === '' ? PATTERN_REASONS[reason] : `${PATTERN_REASONS[reason]}: \`${about}\``);
  }
}
