import type { Queue } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { StaleBar } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { WallFrame } from '../../../shared/wall/WallFrame.tsx';
import { keyOf } from '../queue-key.ts';
import type { QueueTexts } from '../use-queue-texts.ts';
import styles from '../wall.module.css';
import { NextDue } from './NextDue.tsx';
import { QueueAlerts } from './QueueAlerts.tsx';
import { TeamBand } from './TeamBand.tsx';

/**
 * The queues for a screen on the wall: large, without names of people and without anything to press. It fills the screen where
 * the browser lets it, and the window otherwise.
 */
export const QueueWall = (props: {
  readonly queues: readonly Queue[];
  readonly hasBelow: boolean;
  readonly texts: QueueTexts;
  readonly at: string | undefined;
  /** Since when the figures could not be read again. */
  readonly staleSince: number | undefined;
  readonly onClose: () => void;
}): ReactNode => {
  const { queues, hasBelow, texts, at, staleSince, onClose } = props;
  const text = useText('queues');
  const cases = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const { name } = useEnvironment();
  return (
    <WallFrame
      label={text('wall.open')}
      title={`${text('title')} · ${name}`}
      aside={at === undefined ? '' : common('time.asOf', { time: formats.time(at) })}
      closeLabel={text('wall.close')}
      onClose={onClose}
    >
      <div className={styles.content}>
        {staleSince === undefined ? null : <StaleBar since={staleSince} />}
        <QueueAlerts queues={queues} nowMs={texts.nowMs} leads={false} />
        <TeamBand isAlone />
        <table className={styles.table} aria-label={text('title')}>
          <thead>
            <tr>
              <th scope="col">{text('name')}</th>
              <th scope="col">{cases('state.Pending')}</th>
              <th scope="col">{cases('state.InReview')}</th>
              <th scope="col">{text('oldest')}</th>
              <th scope="col">{text('nextDue')}</th>
              <th scope="col">{text('atTimeOut')}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map((queue) => (
              <tr key={keyOf(queue)}>
                <th scope="row">
                  {queue.name}
                  {hasBelow ? <span className="muted"> {queue.environment.name}</span> : null}
                  {queue.paused ? <span className="muted"> · {text('paused')}</span> : null}
                </th>
                <td>
                  <b>{formats.number(queue.counts.pending)}</b>
                </td>
                <td>{formats.number(queue.counts.inReview)}</td>
                <td>{texts.distance(queue.oldestAt) || '–'}</td>
                <td>
                  <NextDue queue={queue} texts={texts} />
                </td>
                <td>{texts.timeOut(queue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </WallFrame>
  );
};
