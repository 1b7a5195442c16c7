import { Amount } from '@redoubt/ui';
import { Fragment, type ReactNode } from 'react';
import styles from './backtests.module.css';
import type { Money } from './summary.ts';

/** Sums of several currencies, which are never added up; a line breaks between them, never within one. */
export const Amounts = ({ money }: { readonly money: Money }): ReactNode =>
  money.length === 0 ? (
    '–'
  ) : (
    <span className={styles.sums}>
      {money.map(({ currency, amount }, index) => (
        <Fragment key={currency}>
          {index === 0 ? null : ' '}
          <Amount value={amount} currency={currency} />
        </Fragment>
      ))}
    </span>
  );
