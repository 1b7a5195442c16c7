import type { CaseworkAgents, Queue } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, Loading, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { caseHref } from '../../../shared/cases/cases.queries.ts';
import { clockText } from '../../../shared/cases/clock-text.ts';
import { useNow } from '../../../shared/use-now.ts';
import { caseworkAgentsQuery } from '../queues.queries.ts';
import styles from '../queues.module.css';

type Agent = CaseworkAgents['agents'][number];

const Row = (props: { readonly of: Agent; readonly nowMs: number; readonly queues: readonly Queue[] }): ReactNode => {
  const { agent, held, isReviewing, decidedToday, handledSeconds } = props.of;
  const text = useText('queues');
  const report = useText('caseReport');
  const formats = useFormats();
  const queue =
    held && props.queues.find(({ id, environment }) => id === held.queueId && environment.id === held.environmentId);
  return (
    <tr>
      <th scope="row">{agent.name ?? report('agentNumber', { number: agent.key })}</th>
      <td>
        {held ? (
          <Link href={caseHref(held)}>
            {held.amount === null ? held.eventId : formats.currency(held.amount, held.currency)}
            {queue ? ` · ${queue.name}` : ''}
          </Link>
        ) : (
          <span className="muted">{isReviewing ? text('agents.reviewing') : text('agents.idle')}</span>
        )}
      </td>
      <td>{held ? clockText(Date.parse(held.until) - props.nowMs) : '–'}</td>
      <td>
        <b>{formats.number(decidedToday)}</b>
      </td>
      <td>{handledSeconds === null ? '–' : clockText(handledSeconds * 1000)}</td>
    </tr>
  );
};

/** Who works on cases: what each agent has in review, and how many they decided today. */
export const AgentsAtWork = ({ queues }: { readonly queues: readonly Queue[] }): ReactNode => {
  const text = useText('queues');
  const report = useText('caseReport');
  const call = useCall();
  const { id } = useEnvironment();
  const query = useQuery(caseworkAgentsQuery(call, id));
  const localMs = useNow(1000);
  const nowMs = query.data ? localMs + Date.parse(query.data.at) - query.dataUpdatedAt : localMs;
  return (
    <Section title={text('agents.title')} meta={query.data?.hidesAgents ? report('agents.hidden') : null}>
      <QueryState query={query} loading={<Loading rows={3} rowHeight={28} />}>
        {({ agents }) =>
          agents.length === 0 ? (
            <p className="quiet">{text('agents.none')}</p>
          ) : (
            <table className={styles.cases} aria-label={text('agents.title')}>
              <thead>
                <tr>
                  <th scope="col">{report('column.agent')}</th>
                  <th scope="col">{text('agents.now')}</th>
                  <th scope="col">{text('agents.lease')}</th>
                  <th scope="col">{text('team.decided')}</th>
                  <th scope="col">{text('agents.median')}</th>
                </tr>
              </thead>
              <tbody>
                {agents.map((each) => (
                  <Row key={each.agent.key} of={each} nowMs={nowMs} queues={queues} />
                ))}
              </tbody>
            </table>
          )
        }
      </QueryState>
    </Section>
  );
};
