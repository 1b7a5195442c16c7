import * as terms from './parser.terms.js';

const KEYWORD_TERMS: ReadonlyMap<string, number> = new Map([
  ['let', terms.LET],
  ['observe', terms.OBSERVE],
  ['return', terms.RETURN],
  ['when', terms.WHEN],
  ['routeto', terms.ROUTETO],
  ['queue', terms.QUEUE],
  ['select', terms.SELECT],
  ['as', terms.AS],
  ['from', terms.FROM],
  ['groupby', terms.GROUPBY],
  ['do', terms.DO],
  ['and', terms.AND],
  ['or', terms.OR],
  ['not', terms.NOT],
  ['true', terms.TRUE],
  ['false', terms.FALSE],
  ['null', terms.NULL],
]);

const HABIT_TERMS: ReadonlyMap<string, number> = new Map([
  ['in', terms.InWord],
  ['like', terms.LikeWord],
  ['between', terms.BetweenWord],
  ['is', terms.IsWord],
]);

/** Called by the parser for each identifier where a word of SQL may stand: its term, or -1. */
export const habitTerm = (word: string): number => (word.length > 7 ? -1 : (HABIT_TERMS.get(word.toLowerCase()) ?? -1));

/** The reserved words in the upper case that the formatter writes. */
export const KEYWORDS: readonly string[] = [...KEYWORD_TERMS.keys()].map((word) => word.toUpperCase());

/** Called by the parser for each identifier: its keyword term in any letter case, or -1. */
export const keywordTerm = (word: string): number =>
  word.length > 8 ? -1 : (KEYWORD_TERMS.get(word.toLowerCase()) ?? -1);
