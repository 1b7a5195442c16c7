import { AlertRegular, ClockRegular, PeopleRegular } from '@fluentui/react-icons';
import type { Queue } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Link } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { caseThresholdsQuery } from '../../../shared/cases/case-thresholds.queries.ts';
import { isDueSoon } from '../../../shared/cases/DueText.tsx';
import { useMeasured } from '../../../shared/cases/use-measured.ts';
import { keyOf } from '../queue-key.ts';
import { caseworkSummaryQuery } from '../queues.queries.ts';
import styles from '../queues.module.css';
import { viewCasesHref } from '../view-cases.ts';

/** Time-outs that are named one by one; the others are counted. */
const NAMED = 3;

type Alert = { readonly id: string; readonly icon: typeof AlertRegular; readonly text: string; readonly href?: string };

/** What asks for a look: time-outs within the hour, soonest first, second decisions that are not made by then, and watched figures above their thresholds. */
const useAlerts = (queues: readonly Queue[], nowMs: number | null): readonly Alert[] => {
  const text = useText('queues');
  const report = useText('caseReport');
  const formats = useFormats();
  const measured = useMeasured();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const may = useMay();
  const { data } = useQuery({ ...caseThresholdsQuery(call, environmentId), enabled: may('caseReport:read') });
  const summary = useQuery({ ...caseworkSummaryQuery(call, environmentId), enabled: may('queues:write') });
  const second = summary.data?.secondDueSoon ?? 0;
  const due = queues
    .flatMap((queue) =>
      queue.nextDueAt !== null && nowMs !== null && isDueSoon(queue.nextDueAt, nowMs)
        ? [{ queue, at: queue.nextDueAt, inMs: nowMs }]
        : [],
    )
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const more = due.length - NAMED;
  return [
    ...due.slice(0, NAMED).map(({ queue, at, inMs }) => ({
      id: keyOf(queue),
      icon: ClockRegular,
      text: text('alerts.due', { queue: queue.name, time: formats.relative(at, inMs) }),
      ...(queue.canView ? { href: viewCasesHref(queue) } : {}),
    })),
    ...(more > 0 ? [{ id: 'more', icon: ClockRegular, text: text('alerts.more', { count: more }) }] : []),
    ...(second > 0 ? [{ id: 'second', icon: PeopleRegular, text: text('alerts.second', { count: second }) }] : []),
    ...(data?.thresholds ?? []).flatMap(({ id, measure, queue, value, most, crossedAt }) =>
      crossedAt === null || value === null
        ? []
        : [
            {
              id,
              icon: AlertRegular,
              text: text('alerts.threshold', {
                measure: report(`measure.${measure}`),
                where: queue === null ? report('allQueues') : queue === '' ? report('deletedQueue') : queue,
                value: measured(measure, value),
                most: measured(measure, most),
              }),
              href: hrefOf('/casemanagement/report'),
            },
          ],
    ),
  ];
};

/** Nothing where there is nothing to tell. */
export const QueueAlerts = (props: {
  readonly queues: readonly Queue[];
  readonly nowMs: number | null;
  /** False on a wall, where none can be followed. */
  readonly leads?: boolean;
}): ReactNode => {
  const { queues, nowMs, leads = true } = props;
  const text = useText('queues');
  const alerts = useAlerts(queues, nowMs);
  return alerts.length === 0 ? null : (
    <ul className={styles.alerts} aria-label={text('alerts.title')}>
      {alerts.map(({ id, icon: Icon, text: said, href }) => (
        <li key={id} className="inline-flex middle gap-2 reject-text">
          <Icon fontSize={16} aria-hidden />
          {leads && href !== undefined ? <Link href={href}>{said}</Link> : said}
        </li>
      ))}
    </ul>
  );
};
