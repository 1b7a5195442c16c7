import type { CaseFigures, CaseReport, ReportedAgent } from '@redoubt/contracts';
import { percentOf, type CaseReportFigure } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { ShareBar } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { ReportTable } from '../../../shared/reports/ReportTable.tsx';
import styles from '../case-report.module.css';
import type { Drill } from '../drill.ts';
import { mixOf } from '../report-parts.ts';
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

const useMixNames = () => {
  const text = useText('caseReport');
  return { approved: text('series.approved'), rejected: text('series.rejected'), other: text('series.other') };
};

const useShares = () => {
  const formats = useFormats();
  return (part: number, whole: number): string => {
    const share = percentOf(part, whole);
    return share === null ? '–' : formats.percent(share, 1);
  };
};

/** Each queue: what came, waits and was decided. */
export const QueueTable = (props: {
  readonly report: CaseReport;
  readonly chosen: string | undefined;
  readonly onPick: (queueId: string) => void;
  readonly drill: Drill;
}): ReactNode => {
  const { report, chosen, onPick, drill } = props;
  const text = useText('caseReport');
  const formats = useFormats();
  const names = useMixNames();
  const shareOf = useShares();
  return (
    <ReportTable
      title={text('queues.title')}
      meta={text('queues.meta')}
      layout="fitted"
      heads={[
        { text: text('column.queue') },
        { text: text('column.mix') },
        { text: text('tile.waited') },
        { text: text('tile.handled') },
        { text: text('tile.waiting') },
        { text: text('tile.received') },
        { text: text('tile.decided') },
        { text: text('tile.timedOut') },
        { text: text('tile.overturned') },
      ]}
    >
      {report.queues.map((queue) => (
        <tr key={queue.id}>
          <th scope="row">
            <Pick pressed={queue.id === chosen} onPick={() => onPick(queue.id)}>
              {queue.name === '' ? text('deletedQueue') : queue.name}
            </Pick>
          </th>
          <td>
            <ShareBar
              label={text('column.mix')}
              shares={mixOf(queue, names)}
              formatCount={(count) => formats.number(count)}
            />
          </td>
          <td>
            <SpanBar times={queue.waited} />
          </td>
          <td>
            <SpanBar times={queue.handled} />
          </td>
          <td>
            <Figure count={queue.waiting} href={drill('waiting', { queue: queue.id })}>
              {formats.number(queue.waiting)}
            </Figure>
          </td>
          <td>
            <Figure count={queue.received} href={drill('received', { queue: queue.id })}>
              {formats.number(queue.received)}
            </Figure>
          </td>
          <td>
            <Figure count={queue.decided} href={drill('decided', { queue: queue.id })}>
              {formats.number(queue.decided)}
            </Figure>
          </td>
          <td>
            <Figure count={queue.timedOut} href={drill('timedOut', { queue: queue.id })}>
              {shareOf(queue.timedOut, queue.decided + queue.timedOut)}
            </Figure>
          </td>
          <td>
            <Figure count={queue.overturned} href={drill('overturned', { queue: queue.id })}>
              {shareOf(queue.overturned, queue.decided + queue.timedOut)}
            </Figure>
          </td>
        </tr>
      ))}
    </ReportTable>
  );
};

/** Each agent: what they decided, how fast, and what became of it. */
export const AgentTable = (props: {
  readonly report: CaseReport;
  readonly chosen: string | undefined;
  readonly onPick: (agentId: string) => void;
  readonly drill: Drill;
}): ReactNode => {
  const { report, chosen, onPick, drill } = props;
  const text = useText('caseReport');
  const formats = useFormats();
  const names = useMixNames();
  const shareOf = useShares();
  // An agent without a name cannot be asked for.
  const ofAgent = ({ key, name }: ReportedAgent, figure: CaseReportFigure): string | undefined =>
    name === null ? undefined : drill(figure, { agent: key });
  const row = ({ agent, ...figures }: CaseFigures & CaseReport['agents'][number]): ReactNode => (
    <tr key={agent.key}>
      <th scope="row">
        {agent.name === null ? (
          text('agentNumber', { number: agent.key })
        ) : (
          <Pick pressed={agent.key === chosen} onPick={() => onPick(agent.key)}>
            {agent.name}
          </Pick>
        )}
      </th>
      <td>
        <ShareBar
          label={text('column.mix')}
          shares={mixOf({ agent, ...figures }, names)}
          formatCount={(count) => formats.number(count)}
        />
      </td>
      <td>
        <SpanBar times={figures.handled} />
      </td>
      <td>
        <Figure count={figures.decided} href={ofAgent(agent, 'decided')}>
          {formats.number(figures.decided)}
        </Figure>
      </td>
      <td>
        <Figure count={figures.overturned} href={ofAgent(agent, 'overturned')}>
          {shareOf(figures.overturned, figures.decided)}
        </Figure>
      </td>
      <td>
        <Figure count={figures.approvedFraud} href={ofAgent(agent, 'approvedFraud')}>
          {shareOf(figures.approvedFraud, figures.approved)}
        </Figure>
      </td>
      <td>
        <Figure count={figures.rejectedGood} href={ofAgent(agent, 'rejectedGood')}>
          {shareOf(figures.rejectedGood, figures.rejected)}
        </Figure>
      </td>
    </tr>
  );
  return (
    <ReportTable
      title={text('agents.title')}
      meta={text(report.hidesAgents ? 'agents.hidden' : 'agents.meta')}
      none={text('agents.none')}
      layout="fitted"
      heads={[
        { text: text('column.agent') },
        { text: text('column.mix') },
        { text: text('tile.handled') },
        { text: text('tile.decided') },
        { text: text('tile.overturned') },
        { text: text('tile.approvedFraud') },
        { text: text('tile.rejectedGood') },
      ]}
    >
      {report.agents.length === 0 ? null : report.agents.map(row)}
    </ReportTable>
  );
};

/** Why cases were decided as they were; bars show how often. */
export const ReasonTable = ({ reasons, drill }: Pick<CaseReport, 'reasons'> & { readonly drill: Drill }): ReactNode => {
  const { shown } = useProvidedNames();
  const text = useText('caseReport');
  const formats = useFormats();
  const highest = Math.max(1, ...reasons.map(({ cases }) => cases));
  return (
    <ReportTable
      title={text('reasons.title')}
      meta={text('reasons.meta')}
      none={text('reasons.none')}
      layout="fitted"
      heads={[
        { text: text('column.reason') },
        { text: text('column.share') },
        { text: text('column.cases') },
        { text: text('series.before') },
      ]}
    >
      {reasons.length === 0
        ? null
        : reasons.map(({ decision, caseAction, reason, cases, before }) => (
            <tr key={`${decision} ${reason}`}>
              <th scope="row" title={`${shown(decision)}: ${shown(reason)}`}>
                {shown(reason)} <span className="muted">{shown(decision)}</span>
              </th>
              <td>
                <span
                  className={styles.bar}
                  data-action={caseAction}
                  style={{ width: `${(cases / highest) * 100}%` }}
                />
              </td>
              <td>
                <Figure count={cases} href={drill('decided', { decision, reason })}>
                  {formats.number(cases)}
                </Figure>
              </td>
              <td>{formats.number(before)}</td>
            </tr>
          ))}
    </ReportTable>
  );
};

const DECIMALS = 2;

/** How far two agents decide the same where neither knows of the other's decision. */
export const AgreementTable = ({ pairs, drill }: Pick<CaseReport, 'pairs'> & { readonly drill: Drill }): ReactNode => {
  const text = useText('caseReport');
  const formats = useFormats();
  const shareOf = useShares();
  const nameOf = ({ name, key }: ReportedAgent): string => name ?? text('agentNumber', { number: key });
  return (
    <ReportTable
      title={text('pairs.title')}
      meta={text('pairs.meta')}
      none={text('pairs.none')}
      layout="fitted"
      heads={[
        { text: text('column.pair') },
        { text: text('column.agreed') },
        { text: text('column.cases') },
        { text: text('column.kappa') },
      ]}
    >
      {pairs.length === 0
        ? null
        : pairs.map(({ first, second, cases, agreed, kappa }) => (
            <tr key={`${first.key} ${second.key}`}>
              <th scope="row">{`${nameOf(first)} · ${nameOf(second)}`}</th>
              <td>{shareOf(agreed, cases)}</td>
              <td>
                <Figure
                  count={cases}
                  href={
                    first.name === null ? undefined : drill('reviewedTwice', { agent: first.key, other: second.key })
                  }
                >
                  {formats.number(cases)}
                </Figure>
              </td>
              <td>{kappa === null ? text('pairs.undefined') : formats.number(kappa, DECIMALS)}</td>
            </tr>
          ))}
    </ReportTable>
  );
};
