import { MASK_BITS } from '../runtime/run.ts';
import type { Emitter } from './emitter.ts';

/**
 * What a part or a variable reads is gathered in local words `m0`, `m1` … of the function it is written as, one bit for
 * each slot and, after them, each variable, and kept in its region of the run's masks when it ends.
 */
const wordOf = (bit: number): number => Math.floor(bit / MASK_BITS);

/** Code that notes some slots or variables as read, and then is worth what the code after it is worth. */
export const marking = (emitter: Emitter, bits: readonly number[], code: string): string => {
  if (!emitter.marks || bits.length === 0) return code;
  const words = new Map<number, number>();
  for (const bit of bits) words.set(wordOf(bit), (words.get(wordOf(bit)) ?? 0) | (1 << (bit % MASK_BITS)));
  const marks = [...words].map(([word, mask]) => {
    emitter.words.add(word);
    return `m${word}|=${mask}`;
  });
  return `(${marks.join(',')},${code})`;
};

/** Declares the local words that the code after it marks. */
export const declareWords = (words: ReadonlySet<number>): string =>
  words.size === 0 ? '' : `let ${[...words].map((word) => `m${word}=0`).join(',')};`;

/** Code that keeps the local words in the region of a part or variable. */
export const keepWords = (words: ReadonlySet<number>, region: number, maskWords: number): string =>
  [...words].map((word) => `T.masks[${region * maskWords + word}]=m${word};`).join('');

/** A function body that keeps what it reads however it ends. */
export const keeping = (body: string, words: ReadonlySet<number>, region: number, maskWords: number): string =>
  words.size === 0 ? body : `${declareWords(words)}try{${body}}finally{${keepWords(words, region, maskWords)}}`;

/** Words that hold one bit for each slot and variable. */
export const maskWordsOf = (slots: number, variables: number): number =>
  Math.max(1, Math.ceil((slots + variables) / MASK_BITS));
