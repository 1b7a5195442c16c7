import styles from './values.module.css';

/** Characters of the end that stay however little room there is. */
const KEPT = 6;

/**
 * A text on one line that gives way before its end: people tell identifiers apart by both ends. Assistive technology
 * reads `whole` in one piece, since two boxes would be read as two words.
 */
export const CutMiddle = ({ text, whole = text }: { readonly text: string; readonly whole?: string }) => {
  const characters = [...text];
  const at = characters.length - Math.min(KEPT, Math.floor(characters.length / 2));
  return (
    <>
      <span className={styles.cutMiddle} aria-hidden>
        <span className={styles.cutHead}>{characters.slice(0, at).join('')}</span>
        <span className={styles.cutTail}>{characters.slice(at).join('')}</span>
      </span>
      <span className="visually-hidden">{whole}</span>
    </>
  );
};
