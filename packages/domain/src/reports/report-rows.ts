import { REPORT_MEASURES, type ReportMeasure } from './report-query.ts';
import { RULE_MEASURES, type RuleMeasure } from './rule-report.ts';

type Figure<Measure extends string> = {
  readonly counts: Readonly<Partial<Record<Measure, number>>>;
  /** By currency. */
  readonly amounts: Readonly<Record<string, Readonly<Partial<Record<Measure, number>>>>>;
};
type Cell = number | string;

/** What the summary report writes as a table. */
export type SummaryTable = {
  readonly bars: readonly string[];
  readonly total: { readonly bars: readonly Figure<ReportMeasure>[] };
};

/** The figures of a period as one table: counts of each bar, and a row for each of its currencies with amounts; names of columns are for programs. */
export const summaryRows = ({ bars, total }: SummaryTable): readonly (readonly Cell[])[] => [
  ['from', 'currency', ...REPORT_MEASURES],
  ...bars.flatMap((bar, at) => {
    const figure = total.bars[at];
    return [
      [bar, '', ...REPORT_MEASURES.map((measure) => figure?.counts[measure] ?? 0)],
      ...Object.entries(figure?.amounts ?? {}).map(([currency, amounts]) => [
        bar,
        currency,
        ...REPORT_MEASURES.map((measure) => amounts[measure] ?? 0),
      ]),
    ];
  }),
];

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
type Money = Readonly<Record<(typeof MONEY)[number], Cell>>;
type Measured = {
  readonly name: string;
  readonly total: Figure<RuleMeasure>;
  readonly before: Figure<RuleMeasure> | null;
  readonly money: Money | null;
};

/** What the rule report writes as a table. */
export type RuleTable = {
  readonly money: { readonly currency: string } | null;
  readonly rules: readonly (Measured & {
    readonly id: string;
    readonly state: string;
    readonly publishedVersion: number | null;
    readonly environmentName: string | null;
    readonly clauses: readonly Measured[];
  })[];
};

/** Currencies of the events that rules hit, by name. */
const ruleCurrencies = ({ rules }: Pick<RuleTable, 'rules'>): readonly string[] =>
  [...new Set(rules.flatMap(({ total }) => Object.keys(total.amounts)))].toSorted();

/** Rules and clauses as one table; names of columns are for programs. */
export const ruleReportRows = (report: RuleTable): readonly (readonly Cell[])[] => {
  const currencies = ruleCurrencies(report);
  const figuresOf = (figure: Figure<RuleMeasure> | null): readonly Cell[] => [
    ...RULE_MEASURES.map((measure) => (figure === null ? '' : (figure.counts[measure] ?? 0))),
    ...currencies.flatMap((currency) =>
      RULE_MEASURES.map((measure) => (figure === null ? '' : (figure.amounts[currency]?.[measure] ?? 0))),
    ),
  ];
  const heads = [
    ...RULE_MEASURES,
    ...currencies.flatMap((currency) => RULE_MEASURES.map((measure) => `${measure}_${currency}`)),
  ];
  const row = (own: readonly Cell[], { total, before, money }: Measured): readonly Cell[] => [
    ...own,
    ...figuresOf(total),
    ...figuresOf(before),
    report.money?.currency ?? '',
    ...MONEY.map((column) => money?.[column] ?? ''),
  ];
  return [
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
      const place = [rule.state, rule.publishedVersion ?? '', rule.environmentName ?? ''];
      return [
        row([rule.id, rule.name, '', ...place], rule),
        ...rule.clauses.map((clause) => row([rule.id, rule.name, clause.name, ...place], clause)),
      ];
    }),
  ];
};
