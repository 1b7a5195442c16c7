import type { ReportFieldInfo, ReportSeries } from '@redoubt/contracts';
import { isReportField, OTHER_VALUES, percentOf, threatRows, type ReportFilter } from '@redoubt/domain';
import type { MailTexts } from '@redoubt/i18n/mail-texts';
import type { MailTable } from '../mail/html-mail.ts';
import { dayReportMail, type DayReportMail, type ReportMail } from './report-frame.ts';

/** Values of a field in the mail; the file has all that were asked for. */
const MOST_VALUES = 5;
const NOTHING = '–';

type Figure = ReportSeries['total']['total'];

/** A field with its values, those with the most events first. */
export type ThreatField = { readonly field: ReportFieldInfo; readonly report: ReportSeries };

const counted = (figure: Figure | undefined, measure: 'events' | 'fraud'): number => figure?.counts[measure] ?? 0;

const fieldName = ({ search }: MailTexts, { name, friendlyName }: ReportFieldInfo): string =>
  friendlyName ?? (isReportField(name) ? search(`reportField.${name}`) : name);

/** The threat report as a mail: volume and fraud, and of each field the values with the most fraud; all values as CSV. */
export const threatMail = (
  of: DayReportMail & {
    readonly report: ReportSeries;
    readonly fields: readonly ThreatField[];
    readonly filters: readonly ReportFilter[];
    readonly days: readonly [string, string];
  },
): ReportMail => {
  const { texts, assessment, report, fields, filters, days } = of;
  const { mail, reports, threatReport, formats } = texts;
  const rate = (figure: Figure | undefined): string => {
    const percent = percentOf(counted(figure, 'fraud'), counted(figure, 'events'));
    return percent === null ? NOTHING : formats.percent(percent, 1);
  };
  const number = (figure: Figure | undefined, measure: 'events' | 'fraud'): string =>
    formats.number(counted(figure, measure));
  const { total, before } = report.total;
  const totals: MailTable = {
    title: assessment,
    head: [mail('mail.figure'), mail('mail.now'), mail('mail.before')],
    rows: [
      [reports('tile.events'), number(total, 'events'), number(before?.total, 'events')],
      [reports('tile.fraud'), number(total, 'fraud'), number(before?.total, 'fraud')],
      [threatReport('rate.title'), rate(total), rate(before?.total)],
    ],
  };
  const tables = fields.map(({ field, report: byField }): MailTable => ({
    title: fieldName(texts, field),
    head: [
      fieldName(texts, field),
      reports('tile.events'),
      reports('tile.fraud'),
      threatReport('rate.title'),
      mail('mail.before'),
    ],
    rows: byField.series
      .toSorted((a, b) => counted(b.total, 'fraud') - counted(a.total, 'fraud'))
      .slice(0, MOST_VALUES)
      .map(({ value, total: own, before: earlier }) => [
        value === OTHER_VALUES ? threatReport('otherValues') : (value ?? ''),
        number(own, 'events'),
        number(own, 'fraud'),
        rate(own),
        rate(earlier?.total),
      ]),
  }));
  return dayReportMail(of, {
    report: texts.routes('reportThreats.title'),
    days,
    share: report.maturity?.share,
    tables: [totals, ...tables.filter(({ rows }) => rows.length > 0)],
    file: {
      name: `threats-${days[0]}-${days[1]}.csv`,
      rows: threatRows(
        fields.map(({ field, report: byField }) => ({ name: field.name, report: byField })),
        filters,
      ),
    },
  });
};
