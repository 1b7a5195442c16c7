import type { LanguageVersion } from '../program/language.ts';
import { compilePattern, patternProblem } from './compile-pattern.ts';
import { compileFirstPattern, firstPatternProblem } from './first-patterns.ts';

/** What patterns are in a version of the language: what is wrong with one, or null, and the test it makes. */
export type Patterns = {
  readonly problem: (pattern: string) => string | null;
  readonly compile: (pattern: string) => (text: string) => boolean;
};

const PATTERNS: Readonly<Record<LanguageVersion, Patterns>> = {
  1: { problem: firstPatternProblem, compile: compileFirstPattern },
  2: { problem: patternProblem, compile: compilePattern },
};

export const patternsOf = (language: LanguageVersion): Patterns => PATTERNS[language];
