import type { CaseReportPeriod } from '@redoubt/domain';
import type { MailTexts } from '@redoubt/i18n/mail-texts';
import type { MailContent } from '@redoubt/storage';
import { writeCsv } from '../csv/write-csv.ts';
import { htmlOf, plainTextOf, type MailTable } from '../mail/html-mail.ts';

/** A mail about a report: what stands around its figures. */
export type ReportFrame = {
  readonly texts: MailTexts;
  readonly subject: string;
  /** Sentences below the title. */
  readonly intro: readonly string[];
  readonly tables: readonly MailTable[];
  /** Address of the page with the same figures. */
  readonly href: string;
  readonly owner: string;
  readonly file: { readonly name: string; readonly rows: readonly (readonly (string | number)[])[] };
};

/** A mail with its subject, before it is given to the outbox. */
export type ReportMail = { readonly subject: string; readonly content: MailContent };

/** Where the mail about a report of days comes from. */
export type DayReportMail = {
  readonly texts: MailTexts;
  readonly period: CaseReportPeriod;
  readonly assessment: string;
  readonly environment: string;
  readonly owner: string;
  readonly href: string;
  /** What its events are narrowed to, in words; empty or absent where they are not. */
  readonly narrowed?: string;
};

/** Writes a mail as HTML and as text, with the CSV of its figures. */
export const reportMail = ({ texts, subject, intro, tables, href, owner, file }: ReportFrame): ReportMail => {
  const { mail, language } = texts;
  const document = {
    language,
    title: subject,
    intro,
    tables,
    link: { text: mail('mail.open'), href },
    footer: [mail('mail.attached'), mail('mail.why', { owner })],
  };
  const [head = [], ...rows] = file.rows.map((row) => row.map(String));
  return {
    subject,
    content: {
      text: plainTextOf(document),
      html: htmlOf(document),
      attachments: [{ name: file.name, type: 'text/csv', content: writeCsv(head, rows) }],
    },
  };
};

/** The mail about a report of days: which report, where and when it is of, and how much of its fraud labels has arrived. */
export const dayReportMail = (
  { texts, period, environment, href, owner, narrowed = '' }: DayReportMail,
  {
    report,
    days,
    share = null,
    ...rest
  }: Pick<ReportFrame, 'tables' | 'file'> & {
    /** Title of the report. */
    readonly report: string;
    readonly days: readonly [string, string];
    readonly share?: number | null | undefined;
  },
): ReportMail => {
  const { mail, caseReport, reports, formats } = texts;
  return reportMail({
    texts,
    href,
    owner,
    subject: mail('mail.titled', { report, environment, period: caseReport(`period.${period}`) }),
    intro: [
      mail('mail.days', { from: days[0], to: days[1] }),
      ...(narrowed === '' ? [] : [mail('mail.only', { what: narrowed })]),
      ...(share === null ? [] : [reports('maturity.chip', { share: formats.percent(share * 100, 0) })]),
    ],
    ...rest,
  });
};
