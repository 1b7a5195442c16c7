import { Select } from '@fluentui/react-components';
import type { LossDetail } from '@redoubt/contracts';
import { LOSS_REASONS, type LossReason } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Section, type Asked } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
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
                      {found ? formats.number(Math.floor(found.percentile)) : '–'}
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

/** The reason to begin with: one that stands out, or else one with enough cases. */
const tellingReason = ({ reasons }: LossDetail): LossReason =>
  (
    reasons.find(({ months }) => months.some(({ isSignificant }) => isSignificant)) ??
    reasons.find(({ months }) => months.length > 0)
  )?.reason ?? LOSS_REASONS[0];

/** One reason by month beside what is usual. */
export const ReasonChart = (props: { readonly query: Asked<LossDetail>; readonly detail: LossDetail }): ReactNode => {
  const { query, detail } = props;
  const text = useText('lossPrevention');
  const formats = useFormats();
  const names = useMonthNames();
  const [chosen, setReason] = useState<LossReason | null>(null);
  const reason = chosen ?? tellingReason(detail);
  const monthsOf = ({ reasons }: LossDetail) => reasons.find((each) => each.reason === reason)?.months ?? [];
  return (
    <ReportChart
      title={text('chart.title')}
      meta={text('chart.meta')}
      choice={
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
      query={query}
      step={names.times}
      shape="bars"
      height={CHART_PX}
      format={formats.percent}
      beforeName={text('population')}
      file={`loss-prevention-${detail.id}-${reason}`}
      none={text('chart.none')}
      asTable={false}
      drawingOf={(data) => {
        const months = monthsOf(data);
        return {
          buckets: months.map(({ month }) => monthSpan(month)),
          series: [
            {
              id: 'value',
              name: text(`reason.${reason}`),
              fill: 'var(--chart-bar)',
              values: months.map(({ hits, cases }) => (100 * hits) / cases),
              before: months.map(({ expected }) => 100 * expected),
            },
          ],
        };
      }}
    />
  );
};
