import { useShortcut } from '@redoubt/ui';

/** Offers a letter in either case: with caps lock on, a decision is still made by its key. */
export const useLetterKey = (letter: string, text: string, run: () => void, active = true): void => {
  useShortcut(letter.toUpperCase(), text, run, { active });
  useShortcut(letter.toLowerCase(), '', run, { active });
};
