import { useId, type ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './charts.module.css';

export type BarListItem = {
  readonly id: string;
  readonly text: string;
  readonly value: number;
  /** In words, where the value is nothing a person typed: shown in a softer tone. */
  readonly soft?: boolean;
  readonly pressed?: boolean;
};

/** The most frequent values of a field, each with its count over a bar; choosing one narrows the page. */
export const BarList = ({
  title,
  items,
  formatCount,
  onPick,
}: {
  readonly title: string;
  readonly items: readonly BarListItem[];
  readonly formatCount: (count: number) => string;
  readonly onPick: (id: string) => void;
}): ReactNode => {
  const heading = useId();
  const highest = Math.max(1, ...items.map((item) => item.value));
  return (
    <div className={styles.list} role="group" aria-labelledby={heading}>
      <div id={heading} className={styles.listTitle}>
        {title}
      </div>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          className={styles.listRow}
          title={item.text}
          aria-pressed={item.pressed ?? false}
          onClick={() => onPick(item.id)}
        >
          <span className={styles.listBar} style={{ width: `${(item.value / highest) * 100}%` }} />
          <span className={joinClasses(styles.listText, item.soft && styles.soft)}>{item.text}</span>
          <b>{formatCount(item.value)}</b>
        </button>
      ))}
    </div>
  );
};
