import type { ReportSeries } from '@redoubt/contracts';
import {
  barEndMs,
  expectedShare,
  fail,
  MAX_REPORT_DAYS,
  MAX_REPORT_HOUR_DAYS,
  maturityCurve,
  reportSpan,
  type LabelDelay,
  type ReportQuery,
} from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';

type Span = { readonly fromMs: number; readonly toMs: number };

/** Where the days of a question begin and end. @throws `REPORT-QUERY-INVALID` for a day that is none or an order that is none, `REPORT-RANGE-TOO-LONG`. */
export const checkedSpan = (query: Pick<ReportQuery, 'from' | 'to' | 'step'>): Span => {
  const span = reportSpan(query);
  if (span === null) throw fail('REPORT-QUERY-INVALID', { field: 'from' });
  const days = (span.toMs - span.fromMs) / DAY_MS;
  if (days <= 0) throw fail('REPORT-QUERY-INVALID', { field: 'to' });
  const most = query.step === 'hour' ? MAX_REPORT_HOUR_DAYS : MAX_REPORT_DAYS;
  if (days > most) throw fail('REPORT-RANGE-TOO-LONG', { days: most });
  return span;
};

/** What days of a bar should have of their labels, on average. */
const barShares = (
  bars: readonly number[],
  span: Span,
  step: ReportQuery['step'],
  shareOf: (dayMs: number) => number,
): number[] =>
  bars.map((barMs) => {
    const [fromMs, toMs] = [Math.max(barMs, span.fromMs), Math.min(barEndMs(barMs, step), span.toMs)];
    const days = Math.max(1, Math.round((toMs - fromMs) / DAY_MS));
    const shares = Array.from({ length: days }, (_, day) => shareOf(fromMs + day * DAY_MS));
    return shares.reduce((sum, share) => sum + share, 0) / days;
  });

/** How many of its fraud labels a period should have by now, by bar and in all; null where too few have arrived to say. */
export const maturityOf = (
  delays: readonly LabelDelay[],
  period: {
    readonly bars: readonly number[];
    readonly span: Span;
    readonly step: ReportQuery['step'];
    /** Events of each bar, which weigh its share. */
    readonly eventsIn: readonly number[];
  },
  nowMs: number,
): ReportSeries['maturity'] => {
  const curve = maturityCurve(delays, nowMs);
  if (curve === null) return null;
  const { bars, span, step, eventsIn } = period;
  const shares = barShares(bars, span, step, (dayMs) => expectedShare(curve, dayMs, nowMs));
  const events = eventsIn.reduce((sum, each) => sum + each, 0);
  const weighed = shares.reduce((sum, share, at) => sum + share * (eventsIn[at] ?? 0), 0);
  return { labels: curve.labels, share: events === 0 ? null : weighed / events, bars: shares };
};
