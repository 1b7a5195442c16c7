import type { ReactNode } from 'react';
import styles from './today.module.css';

/** A number with its name above and what it means below. */
export const Tile = (props: {
  readonly title: ReactNode;
  readonly value: ReactNode;
  readonly note?: string | undefined;
}): ReactNode => (
  <div className={styles.tile}>
    <dt>{props.title}</dt>
    <dd>
      <b>{props.value}</b>
      <span className="soft lh-16">{props.note ?? '\u00a0'}</span>
    </dd>
  </div>
);
