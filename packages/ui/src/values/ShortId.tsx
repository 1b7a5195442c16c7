import { CutMiddle } from './CutMiddle.tsx';
import { shortenMiddle } from './shorten-middle.ts';
import styles from './values.module.css';

export type ShortIdProps = {
  readonly id: string;
  /** Longest shown length; less room shortens it further, always in the middle. */
  readonly length?: number;
};

/** An identifier in a row or a link: monospace, cut in the middle; read out and on hover it is whole. */
export const ShortId = ({ id, length = 14 }: ShortIdProps) => (
  <span className={styles.shortId} title={id}>
    <CutMiddle text={shortenMiddle(id, length)} whole={id} />
  </span>
);
