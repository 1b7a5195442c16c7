import type { LossReport, LossRiskRow } from '@redoubt/contracts';
import { LOSS_THRESHOLDS, MAX_LOSS_SCORE, type LossEntityKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, type Asked } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import { ReportChart } from '../../../shared/report-charts/ReportChart.tsx';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import { Tile } from '../../../shared/reports/Tile.tsx';
import styles from '../loss-prevention.module.css';
import { monthSpan, useMonthNames } from '../month-bars.ts';

const CHART_PX = 180;

const useRiskColumns = (kind: LossEntityKind): readonly ReportColumn<LossRiskRow>[] => {
  const text = useText('lossPrevention');
  const formats = useFormats();
  return [
    {
      head: text('column.id'),
      cell: ({ id }) => (
        <Link href={hrefOf('/fraud/lossprevention/:entityKind/:entityId', { entityKind: kind, entityId: id })}>
          <span className="mono">{id}</span>
        </Link>
      ),
    },
    { head: text('column.average'), kind: 'end', cell: (row) => formats.number(Math.round(row.averageScore)) },
    { head: text('column.most'), kind: 'end', cell: ({ maxScore }) => formats.number(maxScore) },
    { head: text('column.months'), kind: 'end', cell: (row) => formats.number(row.scoreCount) },
    { head: text('column.disposition'), cell: ({ disposition }) => text(`disposition.${disposition}`) },
  ];
};

type Props = { readonly kind: LossEntityKind; readonly report: LossReport; readonly query: Asked<LossReport> };

/** How many of a kind are anomalous in each month. */
export const AnomalousChart = ({ kind, query }: Omit<Props, 'report'>): ReactNode => {
  const text = useText('lossPrevention');
  const formats = useFormats();
  const months = useMonthNames();
  const threshold = LOSS_THRESHOLDS[kind];
  return (
    <ReportChart
      title={text(`anomalous.${kind}`)}
      meta={text('anomalousMeta', { threshold })}
      query={query}
      step={months.times}
      shape="bars"
      height={CHART_PX}
      format={formats.number}
      file={`loss-prevention-${kind}`}
      none={text('top.none')}
      asTable={false}
      drawingOf={(data) => ({
        buckets: data[kind].byMonth.map(({ month }) => monthSpan(month)),
        series: [
          {
            id: 'anomalous',
            name: text('likely', { from: threshold, to: MAX_LOSS_SCORE }),
            fill: 'var(--reject-fill)',
            values: data[kind].byMonth.map(({ anomalous }) => anomalous),
          },
          {
            id: 'usual',
            name: text('unlikely', { to: threshold - 1 }),
            fill: 'var(--chart-bar)',
            values: data[kind].byMonth.map(({ usual }) => usual),
          },
        ],
      })}
    />
  );
};

/** How many of a kind there are, and the riskiest of them. */
export const EntityReport = ({ kind, report }: Omit<Props, 'query'>): ReactNode => {
  const { members, scoreCount, averageScore, top } = report[kind];
  const text = useText('lossPrevention');
  const formats = useFormats();
  const columns = useRiskColumns(kind);
  return (
    <div className="stack-4 min-w-0">
      <dl className={styles.tiles}>
        <Tile title={text('tile.members')} value={formats.number(members)} />
        <Tile title={text('tile.scoreCount')} value={formats.number(scoreCount)} />
        <Tile title={text('tile.average')} value={formats.number(Math.round(averageScore))} />
      </dl>
      <ReportTable
        title={text('top.title')}
        meta={text('top.meta')}
        none={text('top.none')}
        rows={top}
        keyOf={({ id }) => id}
        columns={columns}
        layout="fitted"
      />
    </div>
  );
};
