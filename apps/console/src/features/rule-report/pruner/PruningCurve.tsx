import type { RulePruningResult } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import type { Asked } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { useMoneyFormats } from '../use-money-formats.ts';
import { stepsOf } from './pruner-figures.ts';

const TALL_PX = 200;

/** What smaller sets are worth, with a handle that says how many rules are kept. */
export const PruningCurve = (props: {
  readonly query: Asked<unknown>;
  readonly result: RulePruningResult;
  readonly kept: number;
  readonly onKeep: (kept: number) => void;
}): ReactNode => {
  const { result, kept } = props;
  const text = useText('ruleReport');
  const formats = useFormats();
  const money = useMoneyFormats();
  const steps = stepsOf(result);
  const at = steps.findIndex(({ rules }) => rules === kept);
  return (
    <ReportChart
      title={text('pruner.curve.title')}
      meta={text('pruner.curve.meta', { currency: result.currency ?? '' })}
      query={props.query}
      drawingOf={() => ({
        buckets: steps.map(({ rules }) => ({ fromMs: rules, toMs: rules + 1 })),
        series: [
          {
            id: 'net',
            name: text('total.net'),
            fill: 'var(--chart-1)',
            values: steps.map(({ net }) => net),
          },
        ],
      })}
      step="day"
      shape="lines"
      height={TALL_PX}
      format={money.amount}
      file="rules-pruning"
      none={text('pruner.curve.none')}
      asTable={false}
      axis={{
        name: text('pruner.curve.rules'),
        formatTick: ({ fromMs }) => formats.number(fromMs),
        formatBucket: ({ fromMs }) => text('pruner.kept', { rules: formats.number(fromMs) }),
      }}
      cut={{
        at: Math.max(0, at),
        isBucket: true,
        label: text('pruner.keep'),
        text: text('pruner.kept', { rules: formats.number(kept) }),
        onMove: (to) => props.onKeep(steps[to]?.rules ?? kept),
      }}
    />
  );
};
