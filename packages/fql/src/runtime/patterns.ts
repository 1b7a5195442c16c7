import { gibberScore } from './gibberish/gibberish.ts';

/** What `GetPattern` answers with; sent out, it is an object of these members. */
export type Pattern = { readonly maxConsonants: number; readonly gibberScore: number };

const VOWELS = new Set('aeiouAEIOU');

const isLetter = (character: string): boolean => /^[A-Za-z]$/.test(character);

/** `01gggyturah` → 5: the letters g, g, g, y and t. */
const maxConsonants = (text: string): number => {
  let longest = 0;
  let current = 0;
  for (const character of text) {
    current = isLetter(character) && !VOWELS.has(character) ? current + 1 : 0;
    if (current > longest) longest = current;
  }
  return longest;
};

/** Patterns of text, by the ids of the function table. */
export const PATTERN_IMPLEMENTATIONS = {
  GetPattern: (text: string): Pattern => ({ maxConsonants: maxConsonants(text), gibberScore: gibberScore(text) }),
  'Pattern.maxConsonants': (pattern: Pattern): number => pattern.maxConsonants,
  'Pattern.gibberScore': (pattern: Pattern): number => pattern.gibberScore,
} as const;
