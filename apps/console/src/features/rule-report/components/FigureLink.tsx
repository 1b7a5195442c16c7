import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../../../shared/report-charts/report-charts.module.css';

/** A figure that leads to its events, where there are some and Search can ask for them. */
export const FigureLink = (props: {
  readonly href: string | null;
  /** What a screen reader says: the figure, and what it is of. */
  readonly label?: string;
  readonly children: ReactNode;
}): ReactNode =>
  props.href === null ? (
    props.children
  ) : (
    <Link className={styles.figure} href={props.href} aria-label={props.label}>
      {props.children}
    </Link>
  );
