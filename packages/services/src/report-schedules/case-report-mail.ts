import type { CaseReport } from '@redoubt/contracts';
import { caseReportRows, percentOf, type CaseReportPeriod } from '@redoubt/domain';
import { mailTexts, spanText, type MailTexts } from '@redoubt/i18n/mail-texts';
import type { MailTable } from '../mail/html-mail.ts';
import { reportMail, type ReportMail } from './report-frame.ts';

/** What a mail about the report of cases is written from. */
export type CaseReportMail = {
  readonly report: CaseReport;
  readonly period: CaseReportPeriod;
  /** Names of the assessment and the queue that it is narrowed to. */
  readonly filters: readonly string[];
  readonly environment: string;
  readonly owner: string;
  /** Address of the page with the same figures. */
  readonly href: string;
  readonly timeZone: string;
  readonly language: string;
};

type Totals = CaseReport['totals'];
type Times = Totals['waited'];
const NOTHING = '–';

const figureTexts = ({ language, formats, mail }: MailTexts) => {
  const count = (value: number): string => formats.number(value);
  return {
    count,
    share: (part: number, whole: number): string => {
      const percent = percentOf(part, whole);
      return percent === null ? count(part) : `${count(part)} (${formats.percent(percent, 1)})`;
    },
    times: (times: Times): string =>
      times === null
        ? NOTHING
        : mail('mail.most', { half: spanText(times.p50, language), most: spanText(times.p90, language) }),
  };
};

const totalsTable = (texts: MailTexts, { totals, previous, backlog }: CaseReport, title: string): MailTable => {
  const { mail, caseReport } = texts;
  const { count, share, times } = figureTexts(texts);
  const ended = ({ decided, timedOut }: Totals): number => decided + timedOut;
  const row = (name: string, of: (totals: Totals) => string): readonly string[] => [name, of(totals), of(previous)];
  return {
    title,
    head: [mail('mail.figure'), mail('mail.now'), mail('mail.before')],
    rows: [
      [caseReport('tile.waiting'), count(backlog.waiting), NOTHING],
      row(caseReport('tile.received'), (of) => count(of.received)),
      row(caseReport('tile.decided'), (of) => count(of.decided)),
      row(caseReport('tile.timedOut'), (of) => share(of.timedOut, ended(of))),
      row(caseReport('tile.waited'), (of) => times(of.waited)),
      row(caseReport('tile.handled'), (of) => times(of.handled)),
      row(caseReport('tile.rejected'), (of) => share(of.rejected, ended(of))),
      row(caseReport('tile.overturned'), (of) => share(of.overturned, ended(of))),
      row(caseReport('tile.approvedFraud'), (of) => share(of.approvedFraud, of.approved)),
      row(caseReport('tile.rejectedGood'), (of) => share(of.rejectedGood, of.rejected)),
    ],
  };
};

const queueTable = (texts: MailTexts, { queues }: CaseReport): MailTable => {
  const { mail, caseReport } = texts;
  const { count, times } = figureTexts(texts);
  return {
    title: mail('mail.queues'),
    head: [
      caseReport('column.queue'),
      caseReport('tile.waiting'),
      caseReport('tile.received'),
      caseReport('tile.decided'),
      caseReport('tile.timedOut'),
      caseReport('tile.waited'),
    ],
    rows: queues.map((queue) => [
      queue.name === '' ? caseReport('deletedQueue') : queue.name,
      ...[queue.waiting, queue.received, queue.decided, queue.timedOut].map(count),
      times(queue.waited),
    ]),
  };
};

const agentTable = (texts: MailTexts, { agents }: CaseReport): MailTable => {
  const { mail, caseReport } = texts;
  const { count, times } = figureTexts(texts);
  return {
    title: mail('mail.agents'),
    head: [
      caseReport('column.agent'),
      caseReport('tile.decided'),
      caseReport('tile.rejected'),
      caseReport('tile.overturned'),
      caseReport('tile.handled'),
    ],
    rows: agents.map(({ agent, ...figures }) => [
      agent.name ?? caseReport('agentNumber', { number: agent.number ?? agent.key }),
      ...[figures.decided, figures.rejected, figures.overturned].map(count),
      times(figures.handled),
    ]),
  };
};

const reasonTable = (texts: MailTexts, { reasons }: CaseReport): MailTable => ({
  title: texts.mail('mail.reasons'),
  head: [texts.caseReport('column.reason'), texts.mail('mail.now'), texts.mail('mail.before')],
  rows: reasons.map(({ decision, reason, cases, before }) => [
    `${decision}: ${reason}`,
    texts.formats.number(cases),
    texts.formats.number(before),
  ]),
});

/** The report of cases as a mail: the figures of its page as tables, and all of them as the CSV that the page saves. */
export const caseReportMail = (of: CaseReportMail): ReportMail => {
  const { report, period, filters, environment, owner, href, timeZone, language } = of;
  const texts = mailTexts(language);
  const { mail, caseReport } = texts;
  const moment = new Intl.DateTimeFormat(texts.language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const said = caseReport(`period.${period}`);
  const title = mail('mail.subject', { environment, period: said });
  return reportMail({
    texts,
    subject: title,
    intro: [
      mail('mail.range', {
        from: moment.format(Date.parse(report.from)),
        to: moment.format(Date.parse(report.asOf)),
        zone: timeZone,
      }),
      ...(filters.length === 0 ? [] : [mail('mail.only', { what: texts.formats.list(filters) })]),
    ],
    tables: [
      totalsTable(texts, report, said),
      ...[queueTable(texts, report), agentTable(texts, report), reasonTable(texts, report)].filter(
        ({ rows }) => rows.length > 0,
      ),
    ],
    href,
    owner,
    file: { name: `cases-${period}-${report.asOf.slice(0, 10)}.csv`, rows: caseReportRows(report) },
  });
};
