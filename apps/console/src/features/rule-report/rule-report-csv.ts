import type { ReportedRule, RuleReport } from '@redoubt/contracts';
import { RULE_MEASURES } from '@redoubt/domain';
import { csvText } from '../../shared/files/csv-text.ts';
import { currenciesOf } from './rule-figures.ts';

type Figure = ReportedRule['total'];

const MONEY = [
  'prevented',
  'insult',
  'review',
  'net',
  'lower',
  'upper',
  'fraudEvents',
  'goodEvents',
  'basis',
  'evidence',
] as const;
const moneyOf = (money: ReportedRule['money']): readonly (number | string)[] =>
  MONEY.map((column) => money?.[column] ?? '');

/** Rules and clauses as one table; names of columns are for programs. */
export const ruleReportCsv = (report: RuleReport): string => {
  const currencies = currenciesOf(report);
  const currency = report.money?.currency ?? '';
  const figuresOf = (figure: Figure | null): readonly (number | string)[] => [
    ...RULE_MEASURES.map((measure) => (figure === null ? '' : (figure.counts[measure] ?? 0))),
    ...currencies.flatMap((currency) =>
      RULE_MEASURES.map((measure) => (figure === null ? '' : (figure.amounts[currency]?.[measure] ?? 0))),
    ),
  ];
  const heads = [
    ...RULE_MEASURES,
    ...currencies.flatMap((currency) => RULE_MEASURES.map((measure) => `${measure}_${currency}`)),
  ];
  return csvText([
    [
      'rule_id',
      'rule',
      'clause',
      'state',
      'version',
      'environment',
      ...heads,
      ...heads.map((head) => `before_${head}`),
      'money_currency',
      ...MONEY.map((column) => `money_${column}`),
    ],
    ...report.rules.flatMap((rule) => {
      const own = [rule.state, rule.publishedVersion ?? '', rule.environmentName ?? ''];
      return [
        [
          rule.id,
          rule.name,
          '',
          ...own,
          ...figuresOf(rule.total),
          ...figuresOf(rule.before),
          currency,
          ...moneyOf(rule.money),
        ],
        ...rule.clauses.map(({ name, total, before, money }) => [
          rule.id,
          rule.name,
          name,
          ...own,
          ...figuresOf(total),
          ...figuresOf(before),
          currency,
          ...moneyOf(money),
        ]),
      ];
    }),
  ]);
};
