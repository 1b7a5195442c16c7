import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../case-report.module.css';

/** A figure that leads to its cases; without any it leads nowhere. */
export const Figure = (props: {
  readonly count: number;
  readonly href: string | undefined;
  readonly children: ReactNode;
}): ReactNode =>
  props.count === 0 || props.href === undefined ? (
    props.children
  ) : (
    <Link className={styles.figure} href={props.href}>
      {props.children}
    </Link>
  );
