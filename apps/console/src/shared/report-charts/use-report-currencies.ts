import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import { bodyOf, type ReportQuestion } from './report-address.ts';
import { reportQuery } from './report.queries.ts';

const MOST_CURRENCIES = 50;

/**
 * The currencies that events of a question have, and the one that its amounts are in: that of the address, else all
 * converted, else, as amounts of several have no sum without rates, the most frequent one.
 */
export const useReportCurrencies = (asked: ReportQuestion) => {
  const { data } = useRead(
    reportQuery,
    bodyOf(
      { ...asked, currency: null },
      { by: 'currency', measures: ['events'], most: MOST_CURRENCIES, compare: 'none' },
    ),
  );
  return useMemo(() => {
    /** The most frequent first. */
    const currencies = (data?.series ?? []).flatMap(({ value }) => (value ? [value] : []));
    const converted = data?.conversion?.currency;
    const ofAmounts = asked.currency ?? (converted === undefined ? (currencies[0] ?? null) : null);
    return { currencies, converted, ofAmounts };
  }, [data, asked.currency]);
};
