import { useText } from '@redoubt/i18n';
import { joinClasses } from '../join-classes.ts';
import styles from './values.module.css';

export type KeyHintProps = {
  /** Keys as shortcuts name them: `Ctrl K`, `g s`, `/`. */
  readonly keys: string;
  /** Takes the colour of what it stands in, as on a strong button. */
  readonly inherit?: boolean;
};

const NAMED = [
  'Ctrl',
  'Shift',
  'Alt',
  'Enter',
  'Escape',
  'Delete',
  'Insert',
  'Space',
  'Home',
  'End',
  'PageUp',
  'PageDown',
] as const;
type NamedKey = (typeof NAMED)[number];

/** Keys that are printed with a sign in every language. */
const SIGNS: Readonly<Record<string, string>> = { ArrowRight: '→', ArrowLeft: '←', ArrowUp: '↑', ArrowDown: '↓' };

const isNamed = (key: string): key is NamedKey => NAMED.some((named) => named === key);

/** Keys as they are printed on keyboards of the reader's language: `Strg K` in German. */
const useKeyNames = (): ((keys: string) => string) => {
  const text = useText('ui');
  return (keys) =>
    keys
      .split(' ')
      .map((key) => (isNamed(key) ? text(`key.${key}`) : (SIGNS[key] ?? key)))
      .join(' ');
};

/** The key that does what it stands beside. */
export const KeyHint = ({ keys, inherit = false }: KeyHintProps) => {
  const namesOf = useKeyNames();
  return (
    <kbd className={joinClasses(styles.key, inherit && styles.keyInherit)} aria-hidden>
      {namesOf(keys)}
    </kbd>
  );
};
