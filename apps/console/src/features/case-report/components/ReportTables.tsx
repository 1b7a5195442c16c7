import type { CaseReport, ReportedAgent } from '@redoubt/contracts';
import { percentOf, type CaseReportFigure } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { ShareBar } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import styles from '../case-report.module.css';
import type { Drill } from '../drill.ts';
import { mixOf, type Mixed } from '../report-parts.ts';
import { Figure } from './Figure.tsx';
import { SpanBar } from './SpanBar.tsx';

/** A name that narrows the page to its queue or agent. */
const Pick = (props: {
  readonly pressed: boolean;
  readonly onPick: () => void;
  readonly children: ReactNode;
}): ReactNode => (
  <button type="button" className={styles.pick} aria-pressed={props.pressed} onClick={props.onPick}>
    {props.children}
  </button>
);

const useShares = () => {
  const formats = useFormats();
  return (part: number, whole: number): string => {
    const share = percentOf(part, whole);
    return share === null ? '–' : formats.percent(share, 1);
  };
};

const useMixColumn = (): ReportColumn<Mixed> => {
  const text = useText('caseReport');
  const formats = useFormats();
  const names = { approved: text('series.approved'), rejected: text('series.rejected'), other: text('series.other') };
  return {
    head: text('column.mix'),
    cell: (row) => (
      <ShareBar label={text('column.mix')} shares={mixOf(row, names)} formatCount={(count) => formats.number(count)} />
    ),
  };
};

type Queue = CaseReport['queues'][number];
type Agent = CaseReport['agents'][number];
type CountedFigure = Exclude<CaseReportFigure, 'cancelled' | 'withdrawn' | 'approved' | 'rejected' | 'reviewedTwice'>;

/** A column of a figure that leads to its cases: a count, or its share of a whole. */
const useFigureColumn = <Row,>(addressOf: (row: Row, figure: CaseReportFigure) => string | undefined) => {
  const text = useText('caseReport');
  const formats = useFormats();
  const shareOf = useShares();
  return (figure: CountedFigure, countOf: (row: Row) => number, wholeOf?: (row: Row) => number): ReportColumn<Row> => ({
    head: text(`tile.${figure}`),
    cell: (row) => (
      <Figure count={countOf(row)} href={addressOf(row, figure)}>
        {wholeOf === undefined ? formats.number(countOf(row)) : shareOf(countOf(row), wholeOf(row))}
      </Figure>
    ),
  });
};

type Tables = {
  readonly report: CaseReport;
  readonly chosen: string | undefined;
  readonly onPick: (id: string) => void;
  readonly drill: Drill;
};

const useQueueColumns = ({ chosen, onPick, drill }: Tables): readonly ReportColumn<Queue>[] => {
  const text = useText('caseReport');
  const mix = useMixColumn();
  const figure = useFigureColumn<Queue>(({ id }, of) => drill(of, { queue: id }));
  const all = ({ decided, timedOut }: Queue): number => decided + timedOut;
  return [
    {
      head: text('column.queue'),
      cell: ({ id, name }) => (
        <Pick pressed={id === chosen} onPick={() => onPick(id)}>
          {name === '' ? text('deletedQueue') : name}
        </Pick>
      ),
    },
    mix,
    { head: text('tile.waited'), cell: ({ waited }) => <SpanBar times={waited} /> },
    { head: text('tile.handled'), cell: ({ handled }) => <SpanBar times={handled} /> },
    figure('waiting', ({ waiting }) => waiting),
    figure('received', ({ received }) => received),
    figure('decided', ({ decided }) => decided),
    figure('timedOut', ({ timedOut }) => timedOut, all),
    figure('overturned', ({ overturned }) => overturned, all),
  ];
};

/** Each queue: what came, waits and was decided. */
export const QueueTable = (props: Tables): ReactNode => {
  const text = useText('caseReport');
  return (
    <ReportTable
      title={text('queues.title')}
      meta={text('queues.meta')}
      layout="fitted"
      rows={props.report.queues}
      keyOf={({ id }) => id}
      columns={useQueueColumns(props)}
    />
  );
};

const useAgentColumns = ({ chosen, onPick, drill }: Tables): readonly ReportColumn<Agent>[] => {
  const text = useText('caseReport');
  const mix = useMixColumn();
  // An agent without a name cannot be asked for.
  const figure = useFigureColumn<Agent>(({ agent: { key, name } }, of) =>
    name === null ? undefined : drill(of, { agent: key }),
  );
  const decided = (row: Agent): number => row.decided;
  return [
    {
      head: text('column.agent'),
      cell: ({ agent: { key, name } }) =>
        name === null ? (
          text('agentNumber', { number: key })
        ) : (
          <Pick pressed={key === chosen} onPick={() => onPick(key)}>
            {name}
          </Pick>
        ),
    },
    mix,
    { head: text('tile.handled'), cell: ({ handled }) => <SpanBar times={handled} /> },
    figure('decided', decided),
    figure('overturned', ({ overturned }) => overturned, decided),
    figure(
      'approvedFraud',
      ({ approvedFraud }) => approvedFraud,
      ({ approved }) => approved,
    ),
    figure(
      'rejectedGood',
      ({ rejectedGood }) => rejectedGood,
      ({ rejected }) => rejected,
    ),
  ];
};

/** Each agent: what they decided, how fast, and what became of it. */
export const AgentTable = (props: Tables): ReactNode => {
  const text = useText('caseReport');
  return (
    <ReportTable
      title={text('agents.title')}
      meta={text(props.report.hidesAgents ? 'agents.hidden' : 'agents.meta')}
      none={text('agents.none')}
      layout="fitted"
      rows={props.report.agents}
      keyOf={({ agent }) => agent.key}
      columns={useAgentColumns(props)}
    />
  );
};

type ReasonsProps = Pick<CaseReport, 'reasons'> & { readonly drill: Drill };

const useReasonColumns = ({ reasons, drill }: ReasonsProps): readonly ReportColumn<CaseReport['reasons'][number]>[] => {
  const { shown } = useProvidedNames();
  const text = useText('caseReport');
  const formats = useFormats();
  const highest = Math.max(1, ...reasons.map(({ cases }) => cases));
  return [
    {
      head: text('column.reason'),
      title: ({ decision, reason }) => `${shown(decision)}: ${shown(reason)}`,
      cell: ({ decision, reason }) => (
        <>
          {shown(reason)} <span className="muted">{shown(decision)}</span>
        </>
      ),
    },
    {
      head: text('column.share'),
      cell: ({ caseAction, cases }) => (
        <span className={styles.bar} data-action={caseAction} style={{ width: `${(cases / highest) * 100}%` }} />
      ),
    },
    {
      head: text('column.cases'),
      cell: ({ decision, reason, cases }) => (
        <Figure count={cases} href={drill('decided', { decision, reason })}>
          {formats.number(cases)}
        </Figure>
      ),
    },
    { head: text('series.before'), cell: ({ before }) => formats.number(before) },
  ];
};

/** Why cases were decided as they were; bars show how often. */
export const ReasonTable = (props: ReasonsProps): ReactNode => {
  const text = useText('caseReport');
  return (
    <ReportTable
      title={text('reasons.title')}
      meta={text('reasons.meta')}
      none={text('reasons.none')}
      layout="fitted"
      rows={props.reasons}
      keyOf={({ decision, reason }) => `${decision} ${reason}`}
      columns={useReasonColumns(props)}
    />
  );
};

const DECIMALS = 2;

const useAgreementColumns = (drill: Drill): readonly ReportColumn<CaseReport['pairs'][number]>[] => {
  const text = useText('caseReport');
  const formats = useFormats();
  const shareOf = useShares();
  const nameOf = ({ name, key }: ReportedAgent): string => name ?? text('agentNumber', { number: key });
  return [
    { head: text('column.pair'), cell: ({ first, second }) => `${nameOf(first)} · ${nameOf(second)}` },
    { head: text('column.agreed'), cell: ({ agreed, cases }) => shareOf(agreed, cases) },
    {
      head: text('column.cases'),
      cell: ({ first, second, cases }) => (
        <Figure
          count={cases}
          href={first.name === null ? undefined : drill('reviewedTwice', { agent: first.key, other: second.key })}
        >
          {formats.number(cases)}
        </Figure>
      ),
    },
    {
      head: text('column.kappa'),
      cell: ({ kappa }) => (kappa === null ? text('pairs.undefined') : formats.number(kappa, DECIMALS)),
    },
  ];
};

/** How far two agents decide the same where neither knows of the other's decision. */
export const AgreementTable = ({ pairs, drill }: Pick<CaseReport, 'pairs'> & { readonly drill: Drill }): ReactNode => {
  const text = useText('caseReport');
  return (
    <ReportTable
      title={text('pairs.title')}
      meta={text('pairs.meta')}
      none={text('pairs.none')}
      layout="fitted"
      rows={pairs}
      keyOf={({ first, second }) => `${first.key} ${second.key}`}
      columns={useAgreementColumns(drill)}
    />
  );
};
