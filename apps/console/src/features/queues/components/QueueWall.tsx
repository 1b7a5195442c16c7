import { DismissRegular } from '@fluentui/react-icons';
import type { Queue } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { IconButton, StaleBar } from '@redoubt/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
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
  const dialog = useRef<HTMLDialogElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const leave = useRef(onClose);
  leave.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    const full = screen.current;
    element?.showModal();
    full?.focus();
    // Refused without a press, as from an address that was opened.
    full?.requestFullscreen?.().catch(() => undefined);
    const onChange = (): void => {
      if (document.fullscreenElement === null) leave.current();
    };
    full?.addEventListener('fullscreenchange', onChange);
    return () => {
      full?.removeEventListener('fullscreenchange', onChange);
      if (full !== null && document.fullscreenElement === full) void document.exitFullscreen();
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.wall}
      aria-label={text('wall.open')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The keys of the page rest behind it.
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape' && event.key !== 'w') return;
        event.preventDefault();
        onClose();
      }}
    >
      <div ref={screen} className={styles.screen} tabIndex={-1}>
        <header className={styles.head}>
          <h2>{`${text('title')} · ${name}`}</h2>
          <span className="muted">{at === undefined ? '' : common('time.asOf', { time: formats.time(at) })}</span>
          <IconButton icon={DismissRegular} label={text('wall.close')} onClick={onClose} />
        </header>
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
    </dialog>
  );
};
