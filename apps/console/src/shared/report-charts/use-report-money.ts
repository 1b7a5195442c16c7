import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import { bodyOf, type ReportQuestion } from './report-address.ts';
import { reportQuery } from './report.queries.ts';
import { useFigureFormats } from './use-figure-formats.ts';

/** Currencies that a report tells apart. */
export const MOST_CURRENCIES = 50;

/** The figures of a report by currency, the most frequent first. */
export type ByCurrency = {
  readonly series: readonly { readonly value: string | null }[];
  readonly conversion?: { readonly currency: string } | undefined;
};

/** The events of a question by their currency; undefined while they are loaded. */
export const useEventsByCurrency = (asked: ReportQuestion): ByCurrency | undefined =>
  useRead(
    reportQuery,
    bodyOf(
      { ...asked, currency: null },
      { by: 'currency', measures: ['events'], amounts: 'byCurrency', most: MOST_CURRENCIES, compare: 'none' },
    ),
  ).data;

/**
 * The currencies of what a report counts; the one that its amounts are in: that of the address, else all converted, else,
 * as amounts of several have no sum without rates, the most frequent one; the question with it, and how figures are written.
 */
export const useReportMoney = <Question extends ReportQuestion>(
  asked: Question,
  byCurrency: ByCurrency | undefined,
) => {
  const money = useMemo(() => {
    const currencies = (byCurrency?.series ?? []).flatMap(({ value }) => (value ? [value] : []));
    const converted = byCurrency?.conversion?.currency;
    const ofAmounts = asked.currency ?? (converted === undefined ? (currencies[0] ?? null) : null);
    const question: Question = asked.view === 'amount' ? { ...asked, currency: ofAmounts } : asked;
    return { currencies, converted, ofAmounts, question };
  }, [asked, byCurrency]);
  const { question, converted } = money;
  const formats = useFigureFormats({ view: question.view, currency: question.currency ?? converted ?? null });
  return { ...money, formats };
};
