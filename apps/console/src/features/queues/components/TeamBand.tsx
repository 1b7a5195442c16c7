import { useFormats, useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { caseworkSummaryQuery } from '../queues.queries.ts';
import styles from '../queues.module.css';

/**
 * How the work of everyone stands, for those who manage queues; dashes until it is known.
 *
 * @param isAlone with the figures that chips and chart of the page of queues show.
 */
export const TeamBand = ({ isAlone = false }: { readonly isAlone?: boolean }): ReactNode => {
  const text = useText('queues');
  const cases = useText('cases');
  const formats = useFormats();
  const call = useCall();
  const { id } = useEnvironment();
  const { data } = useQuery(caseworkSummaryQuery(call, id));
  const backlog = data?.backlog.map(({ open }) => open) ?? [];
  const figures: readonly (readonly [term: string, value: number | undefined])[] = [
    ...(isAlone
      ? ([
          [cases('state.Pending'), data?.pending],
          [cases('state.InReview'), data?.inReview],
        ] as const)
      : []),
    [cases('state.OnHold'), data?.onHold],
    [cases('state.Escalated'), data?.escalated],
    [text('team.dueSoon'), data?.dueSoon],
    [text('team.decided'), data?.decidedToday],
    [text('team.timedOut'), data?.timedOutToday],
    [text('team.agents'), data?.agents],
  ];
  return (
    <dl className={styles.team} aria-label={text('team.title')}>
      {figures.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value === undefined ? '–' : formats.number(value)}</dd>
        </div>
      ))}
      {isAlone ? (
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
      ) : null}
    </dl>
  );
};
