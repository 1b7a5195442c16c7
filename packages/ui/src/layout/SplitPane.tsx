import type { ReactNode } from 'react';
import styles from './layout.module.css';

export type BesideProps = {
  /** What stays, such as a grid of rows. */
  readonly children: ReactNode;
  /** What is open of it; nothing takes no room. */
  readonly pane: ReactNode;
  /** Width of the pane as CSS gives it, such as `min(420px, 50%)`. */
  readonly paneWidth: string;
};

/** Rows and, beside them, the one that is open: both in full height. */
export const SplitPane = ({ children, pane, paneWidth }: BesideProps): ReactNode => (
  <div className={styles.beside}>
    <div className={styles.besideMain}>{children}</div>
    {pane ? (
      <div className={styles.besidePane} style={{ flexBasis: paneWidth }}>
        {pane}
      </div>
    ) : null}
  </div>
);
