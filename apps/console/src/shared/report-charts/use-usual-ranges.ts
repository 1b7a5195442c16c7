import type { ReportSeries } from '@redoubt/contracts';
import { MAX_REPORT_DAYS, USUAL_WEEKS, usualRanges, type UsualRange } from '@redoubt/domain';
import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import { bodyOf, dayOf, daysOf, type ReportQuestion } from './report-address.ts';
import { reportQuery } from './report.queries.ts';

const DAY_MS = 86_400_000;
/** The weeks that ranges rest on, and the day before the first. */
const EARLIER_DAYS = USUAL_WEEKS * 7 + 1;

/**
 * The usual range of each day of a report, from the same days of six weeks before each.
 * @param report days from `EARLIER_DAYS` before the period to its end
 */
export const usualOfDays = (
  report: ReportSeries,
  { from, to }: Pick<ReportQuestion, 'from' | 'to'>,
): readonly (UsualRange | null)[] => {
  const counts = new Map(
    report.bars.map((bar, at) => [Date.parse(bar), report.total.bars[at]?.counts.events ?? 0] as const),
  );
  const days = daysOf({ from, to });
  const firstMs = Date.parse(from);
  const asOfMs = Date.parse(report.asOf);
  const weeks = Array.from({ length: USUAL_WEEKS }, (_each, week) =>
    Array.from({ length: days + 2 }, (_day, at) => {
      const dayMs = firstMs + (at - 1 - (week + 1) * 7) * DAY_MS;
      // A day that is not over says nothing of a whole one.
      return dayMs + DAY_MS > asOfMs ? 0 : (counts.get(dayMs) ?? 0);
    }),
  );
  return usualRanges(
    weeks.filter((week) => week.some((count) => count > 0)),
    days,
  );
};

/** Usual ranges of the events of each day; null where bars are no days, amounts are shown, or the period is too long to look back. */
export const useUsualRanges = (question: ReportQuestion): readonly (UsualRange | null)[] | null => {
  const isAsked =
    question.step === 'day' && question.view === 'count' && daysOf(question) + EARLIER_DAYS <= MAX_REPORT_DAYS;
  const from = dayOf(Date.parse(question.from) - (isAsked ? EARLIER_DAYS : 0) * DAY_MS);
  const { data } = useRead(reportQuery, bodyOf({ ...question, from }, { measures: ['events'], compare: 'none' }));
  const { from: first, to } = question;
  return useMemo(
    () => (isAsked && data !== undefined ? usualOfDays(data, { from: first, to }) : null),
    [isAsked, data, first, to],
  );
};
