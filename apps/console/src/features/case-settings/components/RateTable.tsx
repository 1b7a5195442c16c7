import type { CurrencyDetail } from '@redoubt/contracts';
import { useLanguage, useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { rateHistoryQuery } from '../case-settings.queries.ts';
import styles from './currency.module.css';

const DIGITS = 6;

/** The course of one currency in the last half year. */
const RateCourse = ({ currency }: { readonly currency: string }): ReactNode => {
  const { data } = useRead(rateHistoryQuery, currency);
  const rates = data?.points.flatMap(({ rate }) => (rate === null ? [] : [rate])) ?? [];
  return <Sparkline values={rates} width={160} />;
};

/** What one unit of each currency is worth now, where a currency was chosen. */
export const RateTable = ({ detail }: { readonly detail: CurrencyDetail }): ReactNode => {
  const { currency, current } = detail;
  const text = useText('caseSettings');
  const language = useLanguage();
  if (currency === null || current.length === 0) return null;
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: DIGITS });
  return (
    <table className={styles.rates} aria-label={text('currency.current', { currency })}>
      <thead>
        <tr>
          <th scope="col">{text('currency.one')}</th>
          <th scope="col" className={styles.number}>
            {currency}
          </th>
          <th scope="col">{text('currency.day')}</th>
          <th scope="col">{text('currency.course')}</th>
        </tr>
      </thead>
      <tbody>
        {current.map(({ currency: each, rate, day }) => (
          <tr key={each}>
            <td>{each}</td>
            <td className={styles.number}>{rate === null ? '–' : number.format(rate)}</td>
            <td>{day ?? <span className="reject-text">{text('currency.tooOld')}</span>}</td>
            <td>
              <RateCourse currency={each} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
