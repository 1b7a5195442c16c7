/**
 * Versions of the language: what texts meant from one day on. Every decision records the version it was made with, and a
 * replay compiles its plan in that version. 2: regular expressions are those of .NET, `Convert.ToInt32` rounds as C#; answers
 * carry values where those of version 1 carried null (ADR 0058).
 */
export const LANGUAGE_VERSIONS = [1, 2] as const;
export type LanguageVersion = (typeof LANGUAGE_VERSIONS)[number];

/** The version that texts are checked and compiled in where none is named. */
export const LANGUAGE_VERSION = 2 satisfies LanguageVersion;

/** A recorded version, or the newest one where this build does not know it. */
export const knownLanguage = (version: number): LanguageVersion =>
  LANGUAGE_VERSIONS.find((known) => known === version) ?? LANGUAGE_VERSION;
