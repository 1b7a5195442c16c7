import type { ReportedRule, RuleReport } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, type Asked, type ChartMark } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useReportAlert } from '../../../shared/alerts/use-report-alert.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import { bucketsOf } from '../../../shared/report-charts/figures.ts';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { barHref, countOf } from '../rule-figures.ts';
import { DRAWN, MOST_DRAWN, type Drawn } from '../rule-report-address.ts';
import { useMoneyFormats } from '../use-money-formats.ts';

const TALL_PX = 200;
/** Colours of lines, in the order of the rules. */
const FILLS = ['var(--chart-1)', 'var(--chart-2)', 'var(--challenge-fill)', 'var(--approve-fill)'] as const;

/** What some rules matched, decided, and came to, bar by bar. */
export const RuleTrend = (props: {
  readonly query: Asked<RuleReport>;
  readonly question: ReportQuestion;
  /** Rules of the tab that are in the chart. */
  readonly rules: readonly ReportedRule[];
  readonly drawn: Drawn;
  readonly onDrawn: (drawn: Drawn) => void;
  readonly currency: string | null;
  readonly marks: readonly ChartMark[];
  readonly opens: boolean;
}): ReactNode => {
  const { rules, question, currency, opens } = props;
  const text = useText('ruleReport');
  const formats = useFormats();
  const money = useMoneyFormats();
  const provided = useProvidedNames();
  const alertOf = useReportAlert(question);
  const [first] = rules;
  const shown = DRAWN.filter((each) => each !== 'net' || currency !== null);
  const drawn = shown.includes(props.drawn) ? props.drawn : 'hits';
  // Bars are a day or wider, as the report has them.
  const step = question.step === 'hour' ? 'day' : question.step;
  const nameOf = (each: Drawn): string => text(`time.${each}`, { currency: currency ?? '' });
  const valuesOf = ({ bars, nets }: ReportedRule): readonly number[] =>
    drawn === 'net' ? (nets ?? []) : bars.map((bar) => countOf(bar, drawn));
  return (
    <div className="stack-2 min-w-0">
      <div className="row-wrap" role="group" aria-label={text('time.measure')}>
        {shown.map((each) => (
          <Chip key={each} pressed={each === drawn} solid={each === drawn} onSelect={() => props.onDrawn(each)}>
            {nameOf(each)}
          </Chip>
        ))}
        <span className="quiet">{text('time.most', { most: formats.number(MOST_DRAWN) })}</span>
      </div>
      <ReportChart
        title={`${text('time.title')} · ${nameOf(drawn)}`}
        meta={text('time.meta')}
        query={props.query}
        drawingOf={(report) => {
          const buckets = bucketsOf(report, { ...question, step });
          const asOfMs = Date.parse(report.asOf);
          return {
            buckets,
            series: rules.map((rule, at) => ({
              id: rule.id,
              name: provided.shown(rule.name) || text('unknownRule'),
              fill: FILLS[at % FILLS.length] ?? FILLS[0],
              // Bars that have not begun are not known yet.
              values: buckets.map(({ fromMs }, bar) => (fromMs > asOfMs ? null : (valuesOf(rule)[bar] ?? 0))),
            })),
          };
        }}
        step={step}
        shape="lines"
        height={TALL_PX}
        format={drawn === 'net' ? money.amount : formats.number}
        marks={props.marks}
        onOpen={
          opens && drawn !== 'net'
            ? ({ fromMs }, ruleId) => barHref({ ...question, step }, { ruleId, clause: null }, drawn, fromMs)
            : undefined
        }
        file="rules-over-time"
        none={text('time.none')}
        asTable={false}
        alertHref={first && drawn === 'hits' ? alertOf('ruleHits', { target: first.id }) : undefined}
      />
    </div>
  );
};
