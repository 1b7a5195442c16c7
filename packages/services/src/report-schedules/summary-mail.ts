import type { ReportSeries } from '@redoubt/contracts';
import { percentOf, summaryRows, type ReportFilter, type ReportMeasure } from '@redoubt/domain';
import type { MailTable } from '../mail/html-mail.ts';
import { dayReportMail, type DayReportMail, type ReportMail } from './report-frame.ts';

const MOST_RULES = 10;
const NOTHING = '–';

type Total = ReportSeries['total']['total'];

/** The summary report as a mail: its tiles as a table, the rules that decided most, and each day as a CSV. */
export const summaryMail = (
  of: DayReportMail & {
    readonly report: ReportSeries;
    /** Null where sums do not know rules beside the filters. */
    readonly byRule: ReportSeries | null;
    readonly filters: readonly ReportFilter[];
    readonly days: readonly [string, string];
  },
): ReportMail => {
  const { texts, assessment, report, byRule, days, filters } = of;
  const { mail, reports, common, formats } = texts;
  const count = (figure: Total | undefined, measure: ReportMeasure): number => figure?.counts[measure] ?? 0;
  const said = (figure: Total | undefined, measure: ReportMeasure, whole: number | null): string => {
    if (figure === undefined) return NOTHING;
    const value = count(figure, measure);
    const percent = whole === null ? null : percentOf(value, whole);
    return percent === null ? formats.number(value) : `${formats.number(value)} (${formats.percent(percent, 1)})`;
  };
  const { total, before } = report.total;
  const row = (name: string, measure: ReportMeasure, wholeOf: (figure: Total) => number | null): readonly string[] => [
    name,
    said(total, measure, wholeOf(total)),
    said(before?.total, measure, before ? wholeOf(before.total) : null),
  ];
  const ofEvents = (figure: Total): number => count(figure, 'events');
  const totals: MailTable = {
    title: assessment,
    head: [mail('mail.figure'), mail('mail.now'), mail('mail.before')],
    rows: [
      row(reports('tile.events'), 'events', () => null),
      row(common('decision.Approve'), 'approved', ofEvents),
      row(common('decision.Reject'), 'rejected', ofEvents),
      row(common('decision.Review'), 'reviewed', ofEvents),
      row(common('decision.Challenge'), 'challenged', ofEvents),
      row(reports('tile.fraud'), 'fraud', ofEvents),
      row(reports('tile.bank'), 'bankApproved', (of) => count(of, 'bankApproved') + count(of, 'bankDeclined')),
      row(reports('tile.chargebacks'), 'chargebacks', ofEvents),
    ],
  };
  const rules: MailTable = {
    title: reports('table.rules'),
    head: [
      reports('table.rule'),
      reports('tile.events'),
      mail('mail.before'),
      reports('table.rejected'),
      reports('table.fraud'),
    ],
    rows: (byRule?.series ?? [])
      .slice(0, MOST_RULES)
      .map(({ value, total: own, before: earlier }) => [
        value === null || value === '' ? reports('table.noRule') : value,
        said(own, 'events', null),
        said(earlier?.total, 'events', null),
        said(own, 'rejected', null),
        said(own, 'fraud', null),
      ]),
  };
  return dayReportMail(of, {
    report: texts.routes('reportSummary.title'),
    days,
    share: report.maturity?.share,
    tables: rules.rows.length === 0 ? [totals] : [totals, rules],
    file: { name: `summary-${days[0]}-${days[1]}.csv`, rows: summaryRows(report, filters) },
  });
};
