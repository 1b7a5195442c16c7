import type { ReportSeries } from '@redoubt/contracts';
import { DECISIONS, percentOf, scoreRows, type Decision, type ReportFilter, type ReportMeasure } from '@redoubt/domain';
import type { MailTable } from '../mail/html-mail.ts';
import { dayReportMail, type DayReportMail, type ReportMail } from './report-frame.ts';

const NOTHING = '–';
const HUNDRED = 100;
/** Hundreds of a score. */
const FROM = Array.from({ length: 10 }, (_, at) => at * HUNDRED);

const DECIDED_AS = {
  Approve: 'approved',
  Reject: 'rejected',
  Review: 'reviewed',
  Challenge: 'challenged',
} as const satisfies Readonly<Record<Decision, ReportMeasure>>;

type Counts = ReportSeries['total']['total']['counts'];
type Bin = ReportSeries['series'][number];

/** What the bins of ten in a hundred came to together. */
const sumOf = (bins: readonly Bin[], measure: ReportMeasure): number =>
  bins.reduce((sum, { total }) => sum + (total.counts[measure] ?? 0), 0);

/**
 * The score report as a mail: decisions and fraud of all events beside the period before, and of each hundred of the score; its
 * bins of ten as the CSV of the page.
 *
 * @param of `report` is told apart by score
 */
export const scoreMail = (
  of: DayReportMail & {
    readonly report: ReportSeries;
    readonly filters: readonly ReportFilter[];
    readonly days: readonly [string, string];
  },
): ReportMail => {
  const { texts, assessment, report, filters, days } = of;
  const { mail, reports, common, threatReport, formats } = texts;
  const share = (part: number, whole: number): string => {
    const percent = percentOf(part, whole);
    return percent === null ? NOTHING : formats.percent(percent, 1);
  };
  const shareOf = (counts: Counts | undefined, measure: ReportMeasure): string =>
    share(counts?.[measure] ?? 0, counts?.events ?? 0);
  const number = (counts: Counts | undefined, measure: ReportMeasure): string => formats.number(counts?.[measure] ?? 0);
  const now = report.total.total.counts;
  const before = report.total.before?.total.counts;
  const scored = report.series.filter(({ value }) => value !== null && value !== '');
  const totals: MailTable = {
    title: assessment,
    head: [mail('mail.figure'), mail('mail.now'), mail('mail.before')],
    rows: [
      [reports('tile.events'), number(now, 'events'), number(before, 'events')],
      ...DECISIONS.map((decision) => [
        common(`decision.${decision}`),
        shareOf(now, DECIDED_AS[decision]),
        shareOf(before, DECIDED_AS[decision]),
      ]),
      [reports('tile.fraud'), number(now, 'fraud'), number(before, 'fraud')],
      [threatReport('rate.title'), shareOf(now, 'fraud'), shareOf(before, 'fraud')],
    ],
  };
  const hundreds = FROM.map((from) => ({
    from,
    bins: scored.filter(({ value }) => Number(value) >= from && Number(value) < from + HUNDRED),
  })).filter(({ bins }) => sumOf(bins, 'events') > 0);
  const byScore: MailTable = {
    title: texts.routes('reportScores.title'),
    head: [
      reports('narrow.dimension.score'),
      reports('tile.events'),
      ...DECISIONS.map((decision) => common(`decision.${decision}`)),
      reports('tile.fraud'),
      threatReport('rate.title'),
    ],
    rows: hundreds.map(({ from, bins }) => {
      const events = sumOf(bins, 'events');
      return [
        `${from}–${from + HUNDRED - 1}`,
        formats.number(events),
        ...DECISIONS.map((decision) => share(sumOf(bins, DECIDED_AS[decision]), events)),
        formats.number(sumOf(bins, 'fraud')),
        share(sumOf(bins, 'fraud'), events),
      ];
    }),
  };
  return dayReportMail(of, {
    report: texts.routes('reportScores.title'),
    days,
    share: report.maturity?.share,
    tables: hundreds.length === 0 ? [totals] : [totals, byScore],
    file: { name: `scores-${days[0]}-${days[1]}.csv`, rows: scoreRows(report, filters) },
  });
};
