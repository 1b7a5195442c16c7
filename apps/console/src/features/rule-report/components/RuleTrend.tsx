import type { ReportedRule, RuleReport } from '@redoubt/contracts';
import type { RuleMeasure } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { ChoiceChips, type Asked, type ChartBucket, type ChartMark } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useReportAlert } from '../../../shared/alerts/use-report-alert.ts';
import { valueAxis } from '../../../shared/cut-off/cut-off.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { bucketsOf } from '../../../shared/report-charts/figures.ts';
import { ReportChart, type ReportDrawing } from '../../../shared/report-charts/ReportChart.tsx';
import { answeredOf, bankShareOf, barHref, countOf, fraudRateOf, HUNDRED, scoreHref } from '../rule-figures.ts';
import { DRAWN, MOST_DRAWN, type Drawn } from '../rule-report-address.ts';
import { useMoneyFormats } from '../use-money-formats.ts';

const TALL_PX = 200;
/** Colours of lines, in the order of the rules. */
const FILLS = ['var(--chart-1)', 'var(--chart-2)', 'var(--challenge-fill)', 'var(--approve-fill)'] as const;

/** What each choice counts in Search; null where it cannot be asked for. */
const OPENED: Readonly<Record<Exclude<Drawn, 'score'>, RuleMeasure | null>> = {
  hits: 'hits',
  decided: 'decided',
  fraud: 'fraud',
  fraudRate: 'fraud',
  bank: null,
  net: null,
};

const percent = (share: number | null): number | null => (share === null ? null : share * 100);

/** The value of a rule in each bar; null where there is none. */
const barsOf = ({ bars, nets }: ReportedRule, drawn: Exclude<Drawn, 'score'>): readonly (number | null)[] => {
  if (drawn === 'net') return nets ?? [];
  if (drawn === 'fraudRate') return bars.map((bar) => percent(fraudRateOf(bar)));
  if (drawn === 'bank') return bars.map((bar) => percent(bankShareOf(bar)));
  return bars.map((bar) => countOf(bar, drawn));
};

export type RuleTrendProps = {
  readonly query: Asked<RuleReport>;
  readonly question: ReportQuestion;
  /** Rules of the tab that are in the chart. */
  readonly rules: readonly ReportedRule[];
  readonly drawn: Drawn;
  readonly onDrawn: (drawn: Drawn) => void;
  readonly currency: string | null;
  readonly marks: readonly ChartMark[];
  readonly opens: boolean;
};

/** What some rules matched, decided, and came to, bar by bar, or the scores of what they matched. */
export const RuleTrend = (props: RuleTrendProps): ReactNode => {
  const { rules, question, currency, opens } = props;
  const text = useText('ruleReport');
  const formats = useFormats();
  const money = useMoneyFormats();
  const provided = useProvidedNames();
  const alertOf = useReportAlert(question);
  const [first] = rules;
  const all = props.query.data?.rules ?? [];
  const isOffered: Partial<Record<Drawn, boolean>> = {
    net: currency !== null,
    bank: all.some(({ total }) => answeredOf(total) > 0),
    score: all.some(({ scores }) => scores?.some((hits) => hits > 0)),
  };
  const shown = DRAWN.filter((each) => isOffered[each] ?? true);
  const drawn = shown.includes(props.drawn) ? props.drawn : 'hits';
  // Bars are a day or wider, as the report has them.
  const step = question.step === 'hour' ? 'day' : question.step;
  const nameOf = (each: Drawn): string => text(`time.${each}`, { currency: currency ?? '' });
  const lineOf = ({ id, name }: ReportedRule, at: number) => ({
    id,
    name: provided.shown(name) || text('unknownRule'),
    fill: FILLS[at % FILLS.length] ?? FILLS[0],
  });
  const overTime = (report: RuleReport, of: Exclude<Drawn, 'score'>): ReportDrawing => {
    const buckets = bucketsOf(report, { ...question, step });
    const asOfMs = Date.parse(report.asOf);
    return {
      buckets,
      series: rules.map((rule, at) => {
        const values = barsOf(rule, of);
        // Bars that have not begun are not known yet.
        return {
          ...lineOf(rule, at),
          values: buckets.map(({ fromMs }, bar) => (fromMs > asOfMs ? null : (values[bar] ?? null))),
        };
      }),
    };
  };
  const overScores = (): ReportDrawing => ({
    buckets: (first?.scores ?? []).map((_, at) => ({ fromMs: at * HUNDRED, toMs: (at + 1) * HUNDRED })),
    series: rules.map((rule, at) => ({ ...lineOf(rule, at), values: rule.scores ?? [] })),
  });
  const hrefOf = ({ fromMs }: ChartBucket, ruleId: string): string | null => {
    if (drawn === 'score') return scoreHref(question, ruleId, fromMs);
    const measure = OPENED[drawn];
    return measure === null ? null : barHref({ ...question, step }, { ruleId, clause: null }, measure, fromMs);
  };
  const isShare = drawn === 'fraudRate' || drawn === 'bank';
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
        meta={text(drawn === 'score' ? 'time.metaScore' : 'time.meta')}
        query={props.query}
        drawingOf={(report) => (drawn === 'score' ? overScores() : overTime(report, drawn))}
        step={step}
        shape="lines"
        height={TALL_PX}
        format={drawn === 'net' ? money.amount : isShare ? (share) => formats.percent(share, 1) : formats.number}
        {...(drawn === 'score'
          ? { axis: valueAxis({ name: text('time.score'), formatValue: formats.number }) }
          : { marks: props.marks })}
        onOpen={opens && (drawn === 'score' || OPENED[drawn] !== null) ? hrefOf : undefined}
        file={drawn === 'score' ? 'rules-scores' : 'rules-over-time'}
        none={text('time.none')}
        asTable={false}
        alertHref={first && drawn === 'hits' ? alertOf('ruleHits', { target: first.id }) : undefined}
      />
    </div>
  );
};
