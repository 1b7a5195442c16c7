import type { FluentIcon } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './layout.module.css';

export type ChipProps = {
  readonly children: ReactNode;
  readonly icon?: FluentIcon;
  /** On a grey ground instead of in an outline. */
  readonly solid?: boolean;
  readonly title?: string;
  /** Makes it a switch. */
  readonly onSelect?: () => void;
  readonly pressed?: boolean | undefined;
};

/** A small fact beside a title: a state, a scope, a count. Neutral; decisions have their own chips. */
export const Chip = ({ children, icon: Icon, solid = false, title, onSelect, pressed }: ChipProps) => {
  const className = joinClasses(styles.chip, (solid || pressed === true) && styles.chipSolid);
  const body = (
    <>
      {Icon ? <Icon fontSize={12} aria-hidden /> : null}
      {children}
    </>
  );
  return onSelect ? (
    <button type="button" className={className} title={title} aria-pressed={pressed} onClick={onSelect}>
      {body}
    </button>
  ) : (
    <span className={className} title={title}>
      {body}
    </span>
  );
};
