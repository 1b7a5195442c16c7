import { cutOffRates } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { pointAt, type CutOffScale } from './cut-off.ts';
import styles from './cut-off.module.css';

const RATES = ['stopped', 'detection', 'falsePositive', 'fraudUnder', 'precision'] as const;

/** What each bin as cut-off would stop, catch and let through; its value sets the cut-off. */
export const ImpactTable = ({ scale }: { readonly scale: CutOffScale }): ReactNode => {
  const text = useText('cutOff');
  const formats = useFormats();
  const current = pointAt(scale);
  const share = (rate: number | null): string =>
    rate === null ? '–' : formats.percent(rate * 100, rate !== 0 && rate < 0.01 ? 2 : 1);
  return (
    <Section title={text('impact.title')} meta={text('impact.meta')}>
      <div className={styles.frame} role="group" tabIndex={0} aria-label={text('impact.title')}>
        <table className={styles.table} aria-label={text('impact.title')}>
          <thead>
            <tr>
              <th scope="col">{scale.name}</th>
              <th scope="col">{text('impact.events')}</th>
              <th scope="col">{text('impact.fraud')}</th>
              {RATES.map((rate) => (
                <th key={rate} scope="col" title={text(`formula.${rate}`)}>
                  {text(`rate.${rate}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scale.bins
              .map(({ from, events, fraud }, at) => {
                const point = scale.points[at];
                const rates = point === undefined ? null : cutOffRates(point);
                return (
                  <tr key={from} aria-current={current?.cutOff === from || undefined}>
                    <th scope="row">
                      <button
                        type="button"
                        className={styles.pick}
                        aria-label={text('impact.pick', { value: scale.formatValue(from) })}
                        onClick={() => scale.onCutOff(from)}
                      >
                        {scale.formatValue(from)}
                      </button>
                    </th>
                    <td>{formats.number(Math.round(events))}</td>
                    <td>{formats.number(Math.round(fraud))}</td>
                    {RATES.map((rate) => (
                      <td key={rate}>{share(rates?.[rate] ?? null)}</td>
                    ))}
                  </tr>
                );
              })
              .toReversed()}
          </tbody>
        </table>
      </div>
    </Section>
  );
};
