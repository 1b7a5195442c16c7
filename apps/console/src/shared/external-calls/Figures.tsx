import type { CallFigures } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import tileStyles from '../tiles/tiles.module.css';

/** Below it a rate says only that it is hardly one. */
const LEAST_RATE = 0.01;

/** Rate, latency and success of a period; `full` adds the percentiles. */
export const Figures = ({ figures, full = false }: { readonly figures: CallFigures; readonly full?: boolean }) => {
  const text = useText('externalCalls');
  const formats = useFormats();
  const { calls, perSecond, success, averageMs, p50Ms, p95Ms, p99Ms } = figures;
  const ms = (value: number | null, isBound = false): string =>
    value === null ? '–' : `${isBound ? '≤ ' : ''}${formats.number(value)} ms`;
  const rate = new Intl.NumberFormat(formats.language, { maximumSignificantDigits: 2 });
  const shown: readonly (readonly [string, string])[] = [
    [
      text('figure.perSecond'),
      calls === 0 ? '–' : `${perSecond < LEAST_RATE ? '< ' : ''}${rate.format(Math.max(LEAST_RATE, perSecond))}`,
    ],
    [text('figure.average'), ms(averageMs)],
    [text('figure.success'), success === null ? '–' : formats.percent(success * 100)],
    ...(full
      ? ([
          ['p50', ms(p50Ms, true)],
          ['p95', ms(p95Ms, true)],
          ['p99', ms(p99Ms, true)],
        ] as const)
      : []),
  ];
  return (
    <dl className={tileStyles.figures}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
