import { lettersOf, SYMBOLS } from './gibberish-letters.ts';
import { MODEL } from './gibberish-model.ts';

/** Longer texts are judged by their beginning. */
const JUDGED_CHARACTERS = 200;

/**
 * How much a text looks like a name or a word: 1 very, 0 typed at random. The mean cost of each letter after the two
 * before it, under a model of names, places and English words, through a logistic curve. Empty text is 0.
 */
export const gibberScore = (text: string): number => {
  const letters = lettersOf(text.slice(0, JUDGED_CHARACTERS));
  let cost = 0;
  let counted = 0;
  for (let at = 2; at < letters.length; at += 1) {
    const [first = 0, second = 0, third = 0] = [letters[at - 2], letters[at - 1], letters[at]];
    if (first === 0 && second === 0 && third === 0) continue;
    cost += MODEL.levels.charCodeAt((first * SYMBOLS + second) * SYMBOLS + third) - MODEL.firstLevel;
    counted += 1;
  }
  if (counted === 0) return 0;
  const score = 1 / (1 + Math.exp(MODEL.slope * (cost / counted - MODEL.middle)));
  return Math.round(score * 10_000) / 10_000;
};
