import type { ReportedRule, RuleReport } from '@redoubt/contracts';
import { sentToBankOf, type RuleMeasure } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { ChoiceChips, type Asked, type ChartBucket, type ChartMark } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useReportAlert } from '../../../shared/alerts/use-report-alert.ts';
import { valueAxis } from '../../../shared/cut-off/cut-off.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { bucketsOf } from '../../../shared/report-charts/figures.ts';
import { ReportChart, type ReportDrawing } from '../../../shared/report-charts/ReportChart.tsx';
import { barHref, countOf, HUNDRED, rateOf, scoreHref, trendOf } from '../rule-figures.ts';
import type { RuleLine } from '../rule-lines.ts';
import { DRAWN, MOST_DRAWN, type Drawn } from '../rule-report-address.ts';
import { useMoneyFormats } from '../use-money-formats.ts';

const TALL_PX = 200;
/** Colours of lines, in their order. */
const FILLS = ['var(--chart-1)', 'var(--chart-2)', 'var(--challenge-fill)', 'var(--approve-fill)'] as const;

/** What each choice counts in Search; null where it cannot be asked for. */
const OPENED: Readonly<Record<Exclude<Drawn, 'score'>, RuleMeasure | null>> = {
  hits: 'hits',
  share: 'hits',
  decided: 'decided',
  rejectRate: 'rejected',
  reviewRate: 'reviewed',
  challengeRate: 'challenged',
  fraud: 'fraud',
  fraudRate: 'fraud',
  bank: null,
  net: null,
};

/** Choices that only rules have, and their clauses have not. */
const OF_RULES: ReadonlySet<Drawn> = new Set(['score', 'net']);
const SHARES: ReadonlySet<Drawn> = new Set(['share', 'rejectRate', 'reviewRate', 'challengeRate', 'fraudRate', 'bank']);

/** What stands beside the title where a choice needs words of its own. */
const META: Readonly<Partial<Record<Drawn, 'time.metaScore' | 'time.metaNet' | 'time.metaShare'>>> = {
  score: 'time.metaScore',
  net: 'time.metaNet',
  share: 'time.metaShare',
};

const percent = (share: number | null): number | null => (share === null ? null : share * 100);

/**
 * The value of a rule or clause in each bar; null where there is none.
 *
 * @param together hits of all rules of the tab in each bar
 */
const barsOf = (
  { rule, measured: { bars } }: RuleLine,
  drawn: Exclude<Drawn, 'score'>,
  together: readonly number[],
): readonly (number | null)[] => {
  if (drawn === 'net') return rule.nets ?? [];
  if (drawn === 'share')
    return bars.map((bar, at) => percent(together[at] ? countOf(bar, 'hits') / together[at] : null));
  if (drawn === 'bank') return bars.map((bar) => percent(rateOf(bar, 'bankRate')));
  if (drawn === 'hits' || drawn === 'decided' || drawn === 'fraud') return bars.map((bar) => countOf(bar, drawn));
  return bars.map((bar) => percent(rateOf(bar, drawn)));
};

export type RuleTrendProps = {
  readonly query: Asked<RuleReport>;
  readonly question: ReportQuestion;
  /** Rules and clauses in the chart. */
  readonly lines: readonly RuleLine[];
  /** All rules of the tab. */
  readonly rules: readonly ReportedRule[];
  readonly drawn: Drawn;
  readonly onDrawn: (drawn: Drawn) => void;
  readonly currency: string | null;
  readonly marks: readonly ChartMark[];
  readonly opens: boolean;
};

/** What some rules and clauses matched, decided, and came to, bar by bar, or the scores of what rules matched. */
export const RuleTrend = (props: RuleTrendProps): ReactNode => {
  const { rules, question, currency, opens } = props;
  const text = useText('ruleReport');
  const formats = useFormats();
  const money = useMoneyFormats();
  const provided = useProvidedNames();
  const alertOf = useReportAlert(question);
  const all = props.query.data?.rules ?? [];
  const decides = rules.some((rule) => rule.decides);
  const isOffered: Partial<Record<Drawn, boolean>> = {
    decided: decides,
    rejectRate: decides,
    reviewRate: decides,
    challengeRate: rules.some(({ total }) => countOf(total, 'challenged') > 0),
    net: currency !== null,
    bank: all.some(({ total }) => sentToBankOf(total.counts) > 0),
    score: all.some(({ scores }) => scores?.some((hits) => hits > 0)),
  };
  const shown = DRAWN.filter((each) => isOffered[each] ?? true);
  const drawn = shown.includes(props.drawn) ? props.drawn : 'hits';
  const lines = props.lines.filter(({ of }) => of.clause === null || !OF_RULES.has(drawn));
  const [first] = lines;
  // Where nothing was hit no line is there to begin with.
  const isUnticked = props.lines.length === 0 && rules.some(({ total }) => countOf(total, 'hits') > 0);
  // Bars are a day or wider, as the report has them.
  const step = question.step === 'hour' ? 'day' : question.step;
  const nameOf = (each: Drawn): string => text(`time.${each}`, { currency: currency ?? '' });
  const lineName = ({ rule, of }: RuleLine): string => {
    const name = provided.shown(rule.name) || text('unknownRule');
    return of.clause === null ? name : `${name} · ${provided.clause(rule.name, of.clause)}`;
  };
  // A line keeps its colour where others are left out.
  const lineOf = (line: RuleLine) => ({
    id: line.key,
    name: lineName(line),
    fill: FILLS[props.lines.indexOf(line) % FILLS.length] ?? FILLS[0],
  });
  const overTime = (report: RuleReport, of: Exclude<Drawn, 'score'>): ReportDrawing => {
    const buckets = bucketsOf(report, { ...question, step });
    const asOfMs = Date.parse(report.asOf);
    const together = trendOf({ rules, bars: report.bars }, 'hits');
    return {
      buckets,
      series: lines.map((line) => {
        const values = barsOf(line, of, together);
        // Bars that have not begun are not known yet.
        return {
          ...lineOf(line),
          values: buckets.map(({ fromMs }, bar) => (fromMs > asOfMs ? null : (values[bar] ?? null))),
        };
      }),
    };
  };
  const overScores = (): ReportDrawing => ({
    buckets: (first?.rule.scores ?? []).map((_, at) => ({ fromMs: at * HUNDRED, toMs: (at + 1) * HUNDRED })),
    series: lines.map((line) => ({ ...lineOf(line), values: line.rule.scores ?? [] })),
  });
  const hrefOf = ({ fromMs }: ChartBucket, key: string): string | null => {
    const of = lines.find((line) => line.key === key)?.of;
    if (of === undefined) return null;
    if (drawn === 'score') return scoreHref(question, of.ruleId, fromMs);
    const measure = OPENED[drawn];
    return measure === null ? null : barHref({ ...question, step }, of, measure, fromMs);
  };
  return (
    <div className="stack-2 min-w-0">
      <div className="row-wrap-middle gap-x-3">
        <ChoiceChips
          label={text('time.measure')}
          choices={shown}
          chosen={drawn}
          nameOf={nameOf}
          onChoose={props.onDrawn}
        />
        <span className="quiet">{text('time.most', { most: formats.number(MOST_DRAWN) })}</span>
      </div>
      <ReportChart
        key={drawn === 'score' ? 'score' : 'time'}
        title={`${text('time.title')} · ${nameOf(drawn)}`}
        meta={text(META[drawn] ?? 'time.meta')}
        query={props.query}
        drawingOf={(report) => (drawn === 'score' ? overScores() : overTime(report, drawn))}
        step={step}
        shape="lines"
        height={TALL_PX}
        format={
          drawn === 'net' ? money.amount : SHARES.has(drawn) ? (share) => formats.percent(share, 1) : formats.number
        }
        {...(drawn === 'score'
          ? { axis: valueAxis({ name: text('time.score'), formatValue: formats.number }) }
          : { marks: props.marks })}
        onOpen={opens && (drawn === 'score' || OPENED[drawn] !== null) ? hrefOf : undefined}
        file={drawn === 'score' ? 'rules-scores' : 'rules-over-time'}
        none={text(isUnticked ? 'time.noneTicked' : 'time.none')}
        asTable={false}
        alertHref={
          first?.of.clause === null && drawn === 'hits' ? alertOf('ruleHits', { target: first.of.ruleId }) : undefined
        }
      />
    </div>
  );
};
