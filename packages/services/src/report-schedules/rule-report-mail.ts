import type { ReportedRule, RuleReport } from '@redoubt/contracts';
import { percentOf, ruleReportRows, type ReportFilter, type RuleMeasure } from '@redoubt/domain';
import type { MailTable } from '../mail/html-mail.ts';
import { dayReportMail, type DayReportMail, type ReportMail } from './report-frame.ts';

const MOST_RULES = 25;
const NOTHING = '–';

/** The rule report as a mail: the rules that hit most as a table, and all rules and clauses as the CSV of the page. */
export const ruleReportMail = (
  of: DayReportMail & {
    readonly report: RuleReport;
    readonly days: readonly [string, string];
    readonly filters: readonly ReportFilter[];
  },
): ReportMail => {
  const { texts, assessment, report, days, filters } = of;
  const { mail, ruleReport, formats } = texts;
  const countOf = ({ total }: ReportedRule, measure: RuleMeasure): number => total.counts[measure] ?? 0;
  const hit = report.rules
    .filter((rule) => countOf(rule, 'hits') > 0)
    .toSorted((a, b) => countOf(b, 'hits') - countOf(a, 'hits') || (a.name < b.name ? -1 : 1));
  const number = (rule: ReportedRule, measure: RuleMeasure): string => formats.number(countOf(rule, measure));
  const table: MailTable = {
    title: assessment,
    head: [
      ruleReport('column.name'),
      ruleReport('column.hits'),
      mail('mail.before'),
      ruleReport('column.decided'),
      ruleReport('column.fraudStopped'),
      ruleReport('column.goodHit'),
      ruleReport('column.precision'),
    ],
    rows: hit.slice(0, MOST_RULES).map((rule) => {
      const precision = percentOf(countOf(rule, 'fraud'), countOf(rule, 'fraud') + countOf(rule, 'nonFraud'));
      return [
        rule.name,
        number(rule, 'hits'),
        rule.before === null ? NOTHING : formats.number(rule.before.counts.hits ?? 0),
        number(rule, 'decided'),
        number(rule, 'fraudStopped'),
        number(rule, 'goodHit'),
        precision === null ? NOTHING : formats.percent(precision, 1),
      ];
    }),
  };
  return dayReportMail(of, {
    report: texts.routes('reportRules.title'),
    days,
    tables: [table],
    file: { name: `rules-${days[0]}-${days[1]}.csv`, rows: ruleReportRows(report, filters) },
  });
};
