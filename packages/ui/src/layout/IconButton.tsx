import type { FluentIcon } from '@fluentui/react-icons';
import type { ComponentPropsWithRef } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './icon-button.module.css';

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children' | 'type'> & {
  readonly icon: FluentIcon;
  /** What it does, in words: nothing else names it. */
  readonly label: string;
  /** 24 px instead of 28, for rows that are no higher. */
  readonly dense?: boolean;
  /** Pixels. */
  readonly iconSize?: number;
};

/** A small button that is only an icon: closes, removes, moves, opens a menu. Takes whatever a button takes. */
export const IconButton = ({
  icon: Icon,
  label,
  dense = false,
  iconSize = 16,
  className,
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type="button"
    className={joinClasses(styles.iconButton, dense && styles.dense, className)}
    aria-label={label}
  >
    <Icon fontSize={iconSize} aria-hidden />
  </button>
);
