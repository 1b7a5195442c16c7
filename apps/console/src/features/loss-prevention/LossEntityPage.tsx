import { EyeRegular, NoteAddRegular, WarningRegular } from '@fluentui/react-icons';
import type { LossDetail } from '@redoubt/contracts';
import { LOSS_ENTITY_KINDS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { QueryState, Section, type Asked } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePathParams } from '../../routes/address.ts';
import charts from '../../shared/report-charts/report-charts.module.css';
import { ReportChart } from '../../shared/report-charts/ReportChart.tsx';
import { ReportLoading } from '../../shared/report-charts/ReportLoading.tsx';
import { ReportTable, type ReportColumn } from '../../shared/reports/ReportTable.tsx';
import { Tile } from '../../shared/reports/Tile.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { FindingPanel, RevealPanel } from './components/FindingPanel.tsx';
import { ReasonChart, ReasonGrid } from './components/ReasonParts.tsx';
import styles from './loss-prevention.module.css';
import { lossDetailQuery } from './loss-prevention.queries.ts';
import { monthSpan, useMonthNames } from './month-bars.ts';

const CHART_PX = 180;
/** Of the tiles, the charts and the reasons. */
const LOADING_PX = [104, CHART_PX + 40, 240] as const;

type Transaction = LossDetail['transactions'][number];

const useTransactionColumns = (): readonly ReportColumn<Transaction>[] => {
  const text = useText('lossPrevention');
  const formats = useFormats();
  return [
    { head: text('column.receipt'), cell: ({ receiptAt }) => formats.dateTime(receiptAt) },
    { head: text('column.transaction'), cell: ({ id }) => <span className="mono">{id}</span> },
    {
      head: text('kind.staff'),
      cell: ({ staff, isStaffFlagged }) => (
        <span className="mono">
          {staff ?? '–'} {isStaffFlagged ? <WarningRegular aria-label={text('flagged')} /> : null}
        </span>
      ),
    },
    { head: text('kind.terminal'), cell: ({ terminalId }) => <span className="mono">{terminalId}</span> },
    { head: text('column.type'), cell: ({ kind }) => text(`type.${kind}`) },
    {
      head: text('column.purchase'),
      kind: 'end',
      // A void is a purchase that was not completed, as its type says.
      cell: (row) => (row.kind === 'return' ? '–' : formats.currency(row.amount, row.currency)),
    },
    {
      head: text('column.return'),
      kind: 'end',
      cell: (row) => (row.kind === 'return' ? formats.currency(row.amount, row.currency) : '–'),
    },
    { head: text('column.discount'), kind: 'end', cell: (row) => formats.currency(row.discount, row.currency) },
    {
      head: text('column.manualDiscount'),
      kind: 'end',
      cell: (row) => (row.manualDiscount === 0 ? '–' : formats.currency(row.manualDiscount, row.currency)),
    },
    {
      head: text('column.hasReceipt'),
      cell: ({ hasReceipt }) => (hasReceipt === null ? '–' : text(hasReceipt ? 'yes' : 'no')),
    },
    { head: text('column.payment'), cell: ({ paymentMethods }) => paymentMethods.join(', ') },
    { head: text('column.category'), cell: ({ categories }) => categories.join(', ') },
  ];
};

const Transactions = ({ detail }: { readonly detail: LossDetail }): ReactNode => {
  const text = useText('lossPrevention');
  const columns = useTransactionColumns();
  return (
    <ReportTable
      title={text('transactions.title')}
      meta={text('transactions.meta')}
      none={text('transactions.none')}
      rows={detail.transactions}
      keyOf={({ id }) => id}
      layout="tight"
      columns={columns}
    />
  );
};

const Body = (props: { readonly detail: LossDetail; readonly query: Asked<LossDetail> }): ReactNode => {
  const { detail, query } = props;
  const text = useText('lossPrevention');
  const formats = useFormats();
  const names = useMonthNames();
  return (
    <div className="stack-4 min-w-0">
      <p className="quiet-small m-0">{text('confidential')}</p>
      <dl className={styles.tiles}>
        <Tile title={text('column.most')} value={formats.number(detail.maxScore)} />
        <Tile title={text('column.average')} value={formats.number(Math.round(detail.averageScore))} />
        <Tile title={text('column.months')} value={formats.number(detail.scoreCount)} />
      </dl>
      <div className={charts.pair}>
        <ReportChart
          title={text('score.title')}
          meta={text('score.meta')}
          query={query}
          step={names.times}
          shape="bars"
          height={CHART_PX}
          format={(score) => formats.number(Math.round(score))}
          beforeName={text('population')}
          file={`loss-prevention-${detail.id}`}
          none={text('chart.none')}
          asTable={false}
          drawingOf={({ months }) => ({
            buckets: months.map(({ month }) => monthSpan(month)),
            series: [
              {
                id: 'score',
                name: text('score.title'),
                fill: 'var(--chart-bar)',
                values: months.map(({ score }) => score),
                before: months.map(({ populationScore }) => populationScore),
              },
            ],
          })}
        />
        <ReasonChart query={query} detail={detail} />
      </div>
      <ReasonGrid detail={detail} />
      <Section title={text('finding.title')}>
        {detail.findings.length === 0 ? (
          <p className="quiet">{text('finding.none')}</p>
        ) : (
          <ul className="m-0">
            {detail.findings.map(({ disposition, note, by, at }) => (
              <li key={`${at} ${note}`}>
                <b>{text(`disposition.${disposition}`)}</b> · {by} · {formats.dateTime(at)}
                <p className="m-0 anywhere">{note}</p>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Transactions detail={detail} />
    </div>
  );
};

/** One person or terminal: scores by month, reasons, findings and transactions. */
export const LossEntityPage = (): ReactNode => {
  const text = useText('lossPrevention');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const place = usePathParams('/fraud/lossprevention/:entityKind/:entityId');
  const entityKind = LOSS_ENTITY_KINDS.find((each) => each === place.entityKind) ?? 'staff';
  const entity = { entityKind, entityId: place.entityId };
  const query = useQuery(lossDetailQuery(call, environmentId, entity));
  const [panel, setPanel] = useState<'finding' | 'reveal' | null>(null);
  const close = (): void => setPanel(null);
  const canWrite = query.data?.canWrite === true;
  return (
    <ConsolePage
      title={entity.entityId}
      crumb={entity.entityId}
      commands={
        canWrite
          ? [
              { id: 'finding', text: text('finding.add'), icon: NoteAddRegular, onSelect: () => setPanel('finding') },
              ...(entityKind === 'staff'
                ? [{ id: 'reveal', text: text('reveal.title'), icon: EyeRegular, onSelect: () => setPanel('reveal') }]
                : []),
            ]
          : []
      }
      awaits={query.isPending ? ['commands'] : []}
    >
      {panel === 'finding' ? <FindingPanel entity={entity} onClose={close} /> : null}
      {panel === 'reveal' ? <RevealPanel entity={entity} onClose={close} /> : null}
      <QueryState query={query} loading={<ReportLoading heights={LOADING_PX} />}>
        {(detail) => <Body detail={detail} query={query} />}
      </QueryState>
    </ConsolePage>
  );
};
