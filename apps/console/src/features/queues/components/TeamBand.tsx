import { useFormats, useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { caseworkSummaryQuery } from '../queues.queries.ts';
import styles from '../queues.module.css';

/** How the work of everyone stands, for those who manage queues; nothing until it is known. */
export const TeamBand = (): ReactNode => {
  const text = useText('queues');
  const cases = useText('cases');
  const formats = useFormats();
  const call = useCall();
  const { id } = useEnvironment();
  const { data } = useQuery(caseworkSummaryQuery(call, id));
  if (!data) return null;
  const { pending, inReview, onHold, escalated, dueSoon, decidedToday, timedOutToday, agents } = data;
  const backlog = data.backlog.map(({ open }) => open);
  const figures: readonly (readonly [term: string, value: number])[] = [
    [cases('state.Pending'), pending],
    [cases('state.InReview'), inReview],
    [cases('state.OnHold'), onHold],
    [cases('state.Escalated'), escalated],
    [text('team.dueSoon'), dueSoon],
    [text('team.decided'), decidedToday],
    [text('team.timedOut'), timedOutToday],
    [text('team.agents'), agents],
  ];
  return (
    <dl className={styles.team} aria-label={text('team.title')}>
      {figures.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{formats.number(value)}</dd>
        </div>
      ))}
      <div>
        <dt>{text('team.backlog')}</dt>
        <dd className={styles.backlog}>
          <Sparkline values={backlog} />
          <span className="soft">
            {text('team.backlogRange', {
              now: formats.number(backlog.at(-1) ?? 0),
              most: formats.number(Math.max(0, ...backlog)),
            })}
          </span>
        </dd>
      </div>
    </dl>
  );
};
