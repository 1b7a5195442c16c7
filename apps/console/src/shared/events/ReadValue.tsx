import { useText } from '@redoubt/i18n';
import { shortenMiddle } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { Read } from './trace.ts';
import { useAttributeText } from './use-attribute-text.ts';
import styles from './read-value.module.css';

const LONGEST = 24;

/** A value as a rule read it. */
export const ReadValue = ({ read, marked = false }: { readonly read: Read; readonly marked?: boolean }): ReactNode => {
  const common = useText('common');
  const say = useAttributeText();
  const whole = read.missing
    ? common('value.notSent')
    : typeof read.value === 'string'
      ? read.value
      : say.value(read.value);
  return (
    <span
      className={styles.value}
      data-marked={marked || undefined}
      data-missing={read.missing || undefined}
      title={`${read.path}: ${whole}`}
    >
      {whole === '' ? '""' : shortenMiddle(whole, LONGEST)}
    </span>
  );
};
