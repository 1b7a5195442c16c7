export const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** 0 is the edge of a word, 1–26 are letters, 27 is any digit. */
export const SYMBOLS = LETTERS.length + 2;
const DIGIT = LETTERS.length + 1;

/** A text as symbols: letters without their marks, digits as one symbol, everything else an edge; edges at both ends. */
export const lettersOf = (text: string): readonly number[] => {
  const letters = [0, 0];
  for (const character of text.normalize('NFD').toLowerCase()) {
    const letter = LETTERS.indexOf(character);
    if (letter >= 0) letters.push(letter + 1);
    else if (character >= '0' && character <= '9') letters.push(DIGIT);
    else if (!/\p{M}/u.test(character) && letters.at(-1) !== 0) letters.push(0, 0);
  }
  if (letters.at(-1) !== 0) letters.push(0);
  return letters;
};
