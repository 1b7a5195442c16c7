import type { ObservationKindInfo, ObservationReport } from '@redoubt/contracts';
import { observationRows, percentOf } from '@redoubt/domain';
import type { MailTexts } from '@redoubt/i18n/mail-texts';
import type { MailTable } from '../mail/html-mail.ts';
import { dayReportMail, type DayReportMail, type ReportMail } from './report-frame.ts';

const NOTHING = '–';

type Figure = ObservationReport['total']['total'];

/** Kinds of the product that have a name in the catalogues. */
const NAMED = [
  'purchaseStatus',
  'bankEvent',
  'chargeback',
  'refund',
  'label',
  'accountLabel',
  'accountCreationStatus',
  'accountLoginStatus',
] as const;

const kindName = ({ monitor }: MailTexts, kinds: readonly ObservationKindInfo[], id: string): string => {
  const known = NAMED.find((each) => each === id);
  return kinds.find(({ kind }) => kind === id)?.name ?? (known === undefined ? id : monitor(`kind.${known}`));
};

const orphansOf = (figure: Figure): number => figure.observations - figure.linked;

/** The observation report as a mail: how many of each kind came, and how many without an assessment; each day as CSV. */
export const observationMail = (
  of: DayReportMail & {
    /** By the kind of observation. */
    readonly report: ObservationReport;
    readonly kinds: readonly ObservationKindInfo[];
    readonly days: readonly [string, string];
  },
): ReportMail => {
  const { texts, assessment, report, kinds, days } = of;
  const { mail, observationReport, formats } = texts;
  const orphans = (figure: Figure): string => {
    const percent = percentOf(orphansOf(figure), figure.observations);
    return percent === null ? NOTHING : `${formats.number(orphansOf(figure))} (${formats.percent(percent, 1)})`;
  };
  const row = (name: string, { total, before }: ObservationReport['total']): readonly string[] => [
    name,
    formats.number(total.observations),
    before === null ? NOTHING : formats.number(before.total.observations),
    orphans(total),
  ];
  const table: MailTable = {
    title: assessment,
    head: [
      observationReport('kinds'),
      observationReport('tile.observations'),
      mail('mail.before'),
      observationReport('tile.orphans'),
    ],
    rows: [
      row(observationReport('allKinds'), report.total),
      ...report.series.map((series) => row(kindName(texts, kinds, series.value ?? ''), series)),
    ],
  };
  return dayReportMail(of, {
    report: texts.routes('reportObservations.title'),
    days,
    tables: [table],
    file: { name: `observations-${days[0]}-${days[1]}.csv`, rows: observationRows(report) },
  });
};
