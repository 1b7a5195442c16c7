import type { ReactNode } from 'react';
import styles from './charts.module.css';

export type Share = { readonly id: string; readonly name: string; readonly value: number; readonly fill: string };

/** How a whole divides, in one bar; each part at least two pixels wide so that none disappears. */
export const ShareBar = ({
  label,
  shares,
  formatCount,
}: {
  readonly label: string;
  readonly shares: readonly Share[];
  readonly formatCount: (count: number) => string;
}): ReactNode => {
  const parts = shares.filter((share) => share.value > 0);
  const spoken = parts.map(({ name, value }) => `${name} ${formatCount(value)}`).join(', ');
  return (
    <span role="img" aria-label={`${label}: ${spoken || formatCount(0)}`} title={spoken} className={styles.shareBar}>
      {parts.map(({ id, value, fill }) => (
        <span key={id} style={{ flexGrow: value, background: fill }} />
      ))}
    </span>
  );
};
