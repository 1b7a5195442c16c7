import { joinClasses } from '../join-classes.ts';
import styles from './values.module.css';

export type KeyHintProps = {
  /** Keys as pressed: `Ctrl K`, `g s`, `/`. */
  readonly keys: string;
  /** Takes the colour of what it stands in, as on a strong button. */
  readonly inherit?: boolean;
};

/** The key that does what it stands beside. */
export const KeyHint = ({ keys, inherit = false }: KeyHintProps) => (
  <kbd className={joinClasses(styles.key, inherit && styles.keyInherit)} aria-hidden>
    {keys}
  </kbd>
);
