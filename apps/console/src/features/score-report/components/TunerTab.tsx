import { Input } from '@fluentui/react-components';
import { PlayRegular, StopRegular } from '@fluentui/react-icons';
import { MIN_CURVE_FRAUD, reportSpan, sectionsOf } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, Empty, ErrorState, useFailureText } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { CutOffBar, NumberField } from '../../../shared/cut-off/CutOffBar.tsx';
import { RatesChart, RocChart } from '../../../shared/cut-off/CutOffCharts.tsx';
import { CutOffTiles } from '../../../shared/cut-off/CutOffTiles.tsx';
import type { CutOffScale } from '../../../shared/cut-off/cut-off.ts';
import { ImpactTable } from '../../../shared/cut-off/ImpactTable.tsx';
import { ProfitCharts } from '../../../shared/cut-off/ProfitCharts.tsx';
import { typedNumber } from '../../../shared/forms/typed-number.ts';
import charts from '../../../shared/report-charts/report-charts.module.css';
import styles from '../score-report.module.css';
import { countingClauses, currenciesOf, evenSteps, expressionOf, LADDER, MAX_STEPS, scaleOf } from '../thresholds.ts';
import { isRunning, tunerRunQuery, useTunerRuns } from '../tuner.queries.ts';
import type { ScorePartProps } from './part-props.ts';

const STEPS = 40;
/** What is tried where no range is typed. */
const STEPS_HINT = '1, 2, 5, 10 …';

type Range = { readonly from: number; readonly to: number } | null;

/** Both ends of a range that is typed; null where both are empty, undefined where they make none. */
const rangeOf = (from: string, to: string): Range | undefined => {
  if (from.trim() === '' && to.trim() === '') return null;
  const range = { from: typedNumber(from), to: typedNumber(to) };
  return range.from < range.to ? range : undefined;
};

export type TunerTabProps = Pick<ScorePartProps, 'question' | 'address' | 'update' | 'asTable'>;

/** The threshold of any numeric value that rules can read, tried on stored events. */
export const TunerTab = ({ question, address, update, asTable }: TunerTabProps): ReactNode => {
  const text = useText('tuner');
  const common = useText('common');
  const formats = useFormats();
  const failureText = useFailureText();
  const call = useCall();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const { assessment } = question;
  const runs = useTunerRuns(assessment, (run) => update({ run, cutAt: undefined }));
  const run = useQuery({
    ...tunerRunQuery(call, environmentId, assessment, address.run ?? ''),
    enabled: address.run !== undefined,
  });
  const [expression, setExpression] = useState<string | null>(null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { data } = run;
  const shown = expression ?? (data && expressionOf(data)) ?? '@"totalAmount"';
  const range = rangeOf(from, to);
  const start = (): void => {
    const span = reportSpan(question);
    if (span === null || range === undefined) return;
    const thresholds = range === null ? LADDER : evenSteps(range.from, range.to, Math.min(STEPS, MAX_STEPS));
    runs.start.mutate({
      ruleName: text('runName', { value: shown }).slice(0, 120),
      clauses: countingClauses(assessment, shown, thresholds, () => crypto.randomUUID()),
      from: new Date(span.fromMs).toISOString(),
      to: new Date(span.toMs).toISOString(),
    });
  };
  const running = data !== undefined && isRunning(data);
  const blocked =
    shown.trim() === ''
      ? text('expressionMissing')
      : range === undefined
        ? text('rangeProblem')
        : runs.start.isPending
          ? common('saving')
          : undefined;
  return (
    <>
      <p className="quiet-small m-0">{text('about')}</p>
      {may('decisionRules:write') ? (
        <div className="row-wrap align-end gap-x-4" role="group" aria-label={text('form')}>
          <label className={styles.expression}>
            <span className="soft">{text('expression')}</span>
            <Input size="small" value={shown} onChange={(_event, { value }) => setExpression(value)} />
          </label>
          {(
            [
              ['from', from, setFrom],
              ['to', to, setTo],
            ] as const
          ).map(([end, value, set]) => (
            <label key={end} className={styles.end}>
              <span className="soft">{text(end)}</span>
              <Input
                size="small"
                inputMode="decimal"
                value={value}
                placeholder={STEPS_HINT}
                aria-invalid={range === undefined || undefined}
                onChange={(_event, { value: typed }) => set(typed)}
              />
            </label>
          ))}
          {running ? (
            <CommandButton
              command={{
                id: 'cancel',
                text: common('action.cancel'),
                icon: StopRegular,
                onSelect: () => runs.cancel.mutate(data.id),
              }}
            />
          ) : (
            <CommandButton
              command={{ id: 'tune', text: text('run'), icon: PlayRegular, onSelect: start, disabledReason: blocked }}
            />
          )}
        </div>
      ) : null}
      {runs.start.error ? <ErrorState error={runs.start.error} compact /> : null}
      {runs.cancel.error ? <ErrorState error={runs.cancel.error} compact /> : null}
      {run.error ? <ErrorState error={run.error} compact onRetry={() => void run.refetch()} /> : null}
      {running ? (
        <div className="row-middle gap-2" role="status">
          <progress value={data.eventsDone} max={Math.max(1, data.eventsTotal)} aria-label={text('progressLabel')} />
          <span>
            {text('progress', { done: formats.number(data.eventsDone), all: formats.number(data.eventsTotal) })}
          </span>
        </div>
      ) : null}
      {data?.status === 'cancelled' ? <p className="quiet m-0">{text('cancelled')}</p> : null}
      {data?.problem ? <p className="problem-text m-0">{failureText({ code: data.problem })}</p> : null}
      {data?.result ? <Tuned {...{ question, address, update, asTable }} backtest={data} query={run} /> : null}
    </>
  );
};

type TunedProps = TunerTabProps & {
  readonly backtest: Parameters<typeof scaleOf>[0] & Parameters<typeof expressionOf>[0];
  readonly query: Parameters<typeof RatesChart>[0]['query'];
};

const Tuned = ({ question, address, update, asTable, backtest, query }: TunedProps): ReactNode => {
  const text = useText('tuner');
  const scores = useText('scoreReport');
  const formats = useFormats();
  const currencies = currenciesOf(backtest);
  const currency = question.currency ?? currencies[0] ?? null;
  const tuned = scaleOf(backtest, currency);
  const expression = expressionOf(backtest);
  const fraud = backtest.result?.clauses[0]?.fired.fraud ?? 0;
  if (tuned === null || expression === null) return <p className="quiet m-0">{text('noCounts')}</p>;
  if (fraud < MIN_CURVE_FRAUD)
    return (
      <Empty
        title={scores('few.title')}
        body={scores('few.body', { count: fraud, least: formats.number(MIN_CURVE_FRAUD) })}
      />
    );
  const first = tuned.points[Math.floor(tuned.points.length / 2)]?.cutOff ?? 0;
  const scale: CutOffScale = {
    ...tuned,
    name: expression,
    formatValue: (value) => String(value),
    cutOff: address.cutAt ?? first,
    onCutOff: (cutAt) => update({ cutAt }),
    file: 'thresholds',
    asTable,
  };
  const margin = address.margin / 100;
  const whole = new Intl.NumberFormat(formats.language, { maximumFractionDigits: 0 });
  const money = currency === null ? null : { margin, format: (value: number) => `${whole.format(value)} ${currency}` };
  const { x, y } = address;
  return (
    <>
      <CutOffBar
        scale={scale}
        snap={(value) => value}
        assessment={question.assessment}
        expression={/^@"[^"]*"$/.test(expression) ? expression : `(${expression})`}
        section={expression.toLowerCase().includes('score') ? sectionsOf(question.assessment).at(-1) : undefined}
        basis={text('basis', { from: question.from, to: question.to })}
      >
        {money === null ? null : (
          <NumberField
            label={scores('margin')}
            value={address.margin}
            least={0.1}
            most={100}
            problem={scores('marginProblem')}
            end="%"
            onChange={(value) => update({ margin: value })}
          />
        )}
      </CutOffBar>
      <CutOffTiles scale={scale} money={money} />
      <div className={charts.pair}>
        <RatesChart scale={scale} query={query} />
        <RocChart scale={scale} query={query} axes={{ x, y }} onAxes={(axes) => update(axes)} />
        {money === null ? null : <ProfitCharts scale={scale} query={query} money={money} />}
      </div>
      <ImpactTable scale={scale} />
      <p className="quiet-small m-0">
        {text('reached', { count: backtest.result?.clauses[0]?.fired.events ?? 0 })} {scores('unknown')}
      </p>
    </>
  );
};
