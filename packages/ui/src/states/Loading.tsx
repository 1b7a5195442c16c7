import { useText } from '@redoubt/i18n';
import { useEffect, useState } from 'react';
import styles from './states.module.css';

const STILL_AFTER_MS = 5000;

/** True once `afterMs` have passed since the component was mounted. */
export const useAfter = (afterMs: number): boolean => {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return passed;
};

/** One grey shape of the final size. */
export const Skeleton = ({
  width = '100%',
  height = 12,
}: {
  readonly width?: number | string;
  readonly height?: number | string;
}) => <span className={styles.bone} style={{ width, height }} aria-hidden />;

export type LoadingProps = {
  /** As many rows as the real thing will show. */
  readonly rows?: number;
  /** Height of a row; by default that of a grid row. */
  readonly rowHeight?: number | string;
  /** Relative widths of the columns. */
  readonly columns?: readonly number[];
};

/** Skeleton rows of the final size, with a line after five seconds that says it is still going on. */
export const Loading = ({ rows = 8, rowHeight = 'var(--row-h)', columns = [2, 3, 2, 1, 3] }: LoadingProps) => {
  const text = useText('ui');
  const late = useAfter(STILL_AFTER_MS);
  return (
    <div className={styles.rows} role="status" aria-busy="true">
      <span className="visually-hidden">{text('loading')}</span>
      {late ? <p className={styles.still}>{text('stillLoading')}</p> : null}
      {Array.from({ length: rows }, (_row, row) => (
        <div key={row} className={styles.row} style={{ height: rowHeight }} aria-hidden>
          {columns.map((share, column) => (
            <span key={column} style={{ flex: share }}>
              <Skeleton width={`${55 + ((row * 17 + column * 29) % 40)}%`} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
};

/** A grey block in the place of a tile or chart of that height. */
export const LoadingBlock = ({ height }: { readonly height: number | string }) => {
  const text = useText('ui');
  const late = useAfter(STILL_AFTER_MS);
  return (
    <div className={styles.block} role="status" aria-busy="true">
      <span className="visually-hidden">{text('loading')}</span>
      {late ? <p className={styles.still}>{text('stillLoading')}</p> : null}
      <Skeleton height={height} />
    </div>
  );
};
