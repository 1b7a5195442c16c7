import { Select } from '@fluentui/react-components';
import type { LossDetail } from '@redoubt/contracts';
import { LOSS_REASONS, type LossReason } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Section, StackedBars } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import styles from '../loss-prevention.module.css';
import { monthSpan, useMonthNames } from '../month-bars.ts';

const CHART_PX = 180;

/** Reasons by month in percentiles of the population. */
export const ReasonGrid = ({ detail }: { readonly detail: LossDetail }): ReactNode => {
  const text = useText('lossPrevention');
  const formats = useFormats();
  const names = useMonthNames();
  return (
    <Section title={text('grid.title')} meta={text('grid.meta')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys where months do not fit */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={text('grid.title')}>
        <table className={styles.heat}>
          <thead>
            <tr>
              <th scope="col">{text('column.reason')}</th>
              {detail.months.map(({ month }) => (
                <th key={month} scope="col">
                  {names.short(month)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {detail.reasons.map(({ reason, months }) => (
              <tr key={reason}>
                <th scope="row">{text(`reason.${reason}`)}</th>
                {detail.months.map(({ month }) => {
                  const found = months.find((each) => each.month === month);
                  return (
                    <td key={month} data-significant={found?.isSignificant ?? false}>
                      {found ? formats.percent(found.percentile / 100, 1) : '–'}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
};

/** One reason by month beside what is usual. */
export const ReasonChart = ({ detail }: { readonly detail: LossDetail }): ReactNode => {
  const text = useText('lossPrevention');
  const formats = useFormats();
  const names = useMonthNames();
  const [reason, setReason] = useState<LossReason>(LOSS_REASONS[0]);
  const months = detail.reasons.find((each) => each.reason === reason)?.months ?? [];
  return (
    <Section
      title={text('chart.title')}
      meta={text('chart.meta')}
      end={
        <Select
          size="small"
          aria-label={text('column.reason')}
          value={reason}
          onChange={(_event, { value }) => setReason(LOSS_REASONS.find((each) => each === value) ?? reason)}
        >
          {LOSS_REASONS.map((each) => (
            <option key={each} value={each}>
              {text(`reason.${each}`)}
            </option>
          ))}
        </Select>
      }
    >
      {months.length === 0 ? (
        <p className="quiet">{text('chart.none')}</p>
      ) : (
        <StackedBars
          label={text(`reason.${reason}`)}
          series={[{ id: 'value', name: text(`reason.${reason}`), fill: 'var(--chart-bar)' }]}
          buckets={months.map(({ month, hits, cases, expected }) => ({
            ...monthSpan(month),
            counts: { value: (100 * hits) / cases },
            before: 100 * expected,
          }))}
          beforeName={text('population')}
          height={CHART_PX}
          formatCount={(percent) => formats.percent(percent / 100, 1)}
          {...names.times}
        />
      )}
    </Section>
  );
};
