import { formatReportFilters } from './report-narrowing.ts';
import { REPORT_MEASURES, type ReportFilter, type ReportMeasure } from './report-query.ts';
import { hitsTogether, RULE_RATES, ruleRateOf, sentToBankOf, type RuleRate } from './rule-rates.ts';
import { RULE_MEASURES, type RuleMeasure } from './rule-report.ts';

type Figure<Measure extends string> = {
  readonly counts: Readonly<Partial<Record<Measure, number>>>;
  /** By currency. */
  readonly amounts: Readonly<Record<string, Readonly<Partial<Record<Measure, number>>>>>;
};
type Cell = number | string;

/** Every row says what events were narrowed to, where they were. */
const withFilters = (
  rows: readonly (readonly Cell[])[],
  filters: readonly ReportFilter[],
): readonly (readonly Cell[])[] => {
  const said = formatReportFilters(filters);
  return said === undefined ? rows : rows.map((row, at) => [...row, at === 0 ? 'filters' : said]);
};

/** What the summary report writes as a table. */
export type SummaryTable = {
  readonly bars: readonly string[];
  readonly total: { readonly bars: readonly Figure<ReportMeasure>[] };
};

/** The figures of a period as one table: counts of each bar, and a row for each of its currencies with amounts; names of columns are for programs. */
export const summaryRows = (
  { bars, total }: SummaryTable,
  filters: readonly ReportFilter[] = [],
): readonly (readonly Cell[])[] => {
  const rows = bars.flatMap((bar, at): (readonly Cell[])[] => {
    const figure = total.bars[at];
    return [
      [bar, '', ...REPORT_MEASURES.map((measure) => figure?.counts[measure] ?? 0)],
      ...Object.entries(figure?.amounts ?? {}).map(([currency, amounts]) => [
        bar,
        currency,
        ...REPORT_MEASURES.map((measure) => amounts[measure] ?? 0),
      ]),
    ];
  });
  return withFilters([['from', 'currency', ...REPORT_MEASURES], ...rows], filters);
};

type Counts = Pick<Figure<ReportMeasure>, 'counts'>;

/** What a report by one dimension writes as a table: totals of each value, null where there is none. */
export type ValuesTable = {
  readonly series: readonly {
    readonly value: string | null;
    readonly total: Counts;
    readonly before: { readonly total: Counts } | null;
  }[];
};

const THREAT_MEASURES = ['events', 'fraud'] as const satisfies readonly ReportMeasure[];

/** Values of report fields as one table; names of columns are for programs. */
export const threatRows = (
  fields: readonly { readonly name: string; readonly report: ValuesTable }[],
  filters: readonly ReportFilter[] = [],
): readonly (readonly Cell[])[] =>
  withFilters(
    [
      ['field', 'value', ...THREAT_MEASURES, ...THREAT_MEASURES.map((measure) => `before_${measure}`)],
      ...fields.flatMap(({ name, report }) =>
        report.series.map(({ value, total, before }) => [
          name,
          (value ?? '').trim(),
          ...THREAT_MEASURES.map((measure) => total.counts[measure] ?? 0),
          ...THREAT_MEASURES.map((measure) => before?.total.counts[measure] ?? 0),
        ]),
      ),
    ],
    filters,
  );

/** What the score report tells of each bin. */
export const SCORE_MEASURES = REPORT_MEASURES.filter((measure) => measure !== 'refunds');

/** Figures of each bin of ten of a score as a table, the lowest first and events without a score behind them. */
export const scoreRows = (
  { series }: ValuesTable,
  filters: readonly ReportFilter[] = [],
): readonly (readonly Cell[])[] =>
  withFilters(
    [
      ['score', ...SCORE_MEASURES],
      ...series
        .toSorted((a, b) => scoreOf(a.value) - scoreOf(b.value))
        .map(({ value, total }) => [value ?? '', ...SCORE_MEASURES.map((measure) => total.counts[measure] ?? 0)]),
    ],
    filters,
  );

const scoreOf = (bin: string | null): number => (bin ? Number(bin) : Number.POSITIVE_INFINITY);

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
    /** Rules that decide, and those that only observe, have a table of their own on the page. */
    readonly decides: boolean;
    readonly state: string;
    readonly publishedVersion: number | null;
    readonly environmentName: string | null;
    readonly clauses: readonly Measured[];
  })[];
};

const RATE_HEADS: Readonly<Record<RuleRate, string>> = {
  approveRate: 'approve_rate',
  reviewRate: 'review_rate',
  challengeRate: 'challenge_rate',
  rejectRate: 'reject_rate',
  fraudRate: 'fraud_rate',
  bankRate: 'bank_acceptance_rate',
};

/** Currencies of the events that rules hit, by name. */
const ruleCurrencies = ({ rules }: Pick<RuleTable, 'rules'>): readonly string[] =>
  [...new Set(rules.flatMap(({ total }) => Object.keys(total.amounts)))].toSorted();

/** Rules and clauses as one table, rates from 0 to 1; names of columns are for programs. */
export const ruleReportRows = (
  report: RuleTable,
  filters: readonly ReportFilter[] = [],
): readonly (readonly Cell[])[] => {
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
  const row = (own: readonly Cell[], { total, before, money }: Measured, together: number): readonly Cell[] => [
    ...own,
    ...figuresOf(total),
    ...figuresOf(before),
    report.money?.currency ?? '',
    ...MONEY.map((column) => money?.[column] ?? ''),
    together === 0 ? '' : (total.counts.hits ?? 0) / together,
    ...RULE_RATES.map((rate) => ruleRateOf(total.counts, rate) ?? ''),
    sentToBankOf(total.counts),
  ];
  const head = [
    'rule_id',
    'rule',
    'clause',
    'state',
    'version',
    'environment',
    ...heads,
    ...heads.map((each) => `before_${each}`),
    'money_currency',
    ...MONEY.map((column) => `money_${column}`),
    'share_of_hits',
    ...RULE_RATES.map((rate) => RATE_HEADS[rate]),
    'sent_to_bank',
  ];
  const deciding = report.rules.filter(({ decides }) => decides);
  const observing = report.rules.filter(({ decides }) => !decides);
  const [decided, observed] = [hitsTogether(deciding), hitsTogether(observing)];
  const rows = report.rules.flatMap((rule) => {
    const together = rule.decides ? decided : observed;
    const place = [rule.state, rule.publishedVersion ?? '', rule.environmentName ?? ''];
    return [
      row([rule.id, rule.name, '', ...place], rule, together),
      ...rule.clauses.map((clause) => row([rule.id, rule.name, clause.name, ...place], clause, together)),
    ];
  });
  return withFilters([head, ...rows], filters);
};

/** What the report of observations writes as a table, told apart by kind. */
export type ObservationTable = {
  readonly bars: readonly string[];
  readonly series: readonly {
    readonly value: string | null;
    readonly bars: readonly { readonly observations: number; readonly linked: number }[];
  }[];
};

/** Each kind of observation on each day as one table; names of columns are for programs. */
export const observationRows = ({ bars, series }: ObservationTable): readonly (readonly Cell[])[] => [
  ['from', 'observation', 'observations', 'without_assessment'],
  ...bars.flatMap((bar, at) =>
    series.map(({ value, bars: figures }) => {
      const { observations = 0, linked = 0 } = figures[at] ?? {};
      return [bar, value ?? '', observations, observations - linked];
    }),
  ),
];
