import type { LanguageVersion } from '../program/language.ts';
import { loadPattern, patternProblem, writePattern, type WrittenPattern } from './compile-pattern.ts';
import { firstPatternProblem, loadFirstPattern, writeFirstPattern } from './first-patterns.ts';

/** A pattern of either version of the language as the engine takes it: plain data. */
export type EnginePattern = WrittenPattern | string | null;

/** What patterns are in a version of the language: what is wrong with one, or null, and how one is written. */
export type Patterns = {
  readonly problem: (pattern: string) => string | null;
  readonly write: (pattern: string) => EnginePattern;
};

const PATTERNS: Readonly<Record<LanguageVersion, Patterns>> = {
  1: { problem: firstPatternProblem, write: writeFirstPattern },
  2: { problem: patternProblem, write: writePattern },
};

export const patternsOf = (language: LanguageVersion): Patterns => PATTERNS[language];

/** The test that a written pattern makes. */
export const loadEnginePattern = (written: EnginePattern): ((text: string) => boolean) =>
  typeof written === 'object' && written !== null ? loadPattern(written) : loadFirstPattern(written);
