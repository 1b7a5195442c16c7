import { CutMiddle } from './CutMiddle.tsx';
import styles from './values.module.css';

/** A value in the type of its place: cut in the middle where there is no room, whole on hover and when it is read out. */
export const CutValue = ({ value }: { readonly value: string }) => (
  <span className={styles.cutValue} title={value}>
    <CutMiddle text={value} whole={value} />
  </span>
);
