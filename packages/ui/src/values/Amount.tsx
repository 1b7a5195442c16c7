import { useFormats, useText } from '@redoubt/i18n';
import styles from './values.module.css';

export type AmountProps = {
  readonly value: number | null | undefined;
  /** ISO 4217 code; without one the number stands alone. */
  readonly currency?: string | null | undefined;
};

/** An amount in its currency, never wrapped. */
export const Amount = ({ value, currency }: AmountProps) => {
  const formats = useFormats();
  const text = useText('ui');
  if (value === null || value === undefined) return <span className="muted">{text('amount.none')}</span>;
  return <span className={styles.noWrap}>{formats.currency(value, currency)}</span>;
};
