import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './facts.module.css';

/** Names beside their values, as `dt` and `dd`. */
export const Facts = ({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) => <dl className={joinClasses(styles.facts, className)}>{children}</dl>;
