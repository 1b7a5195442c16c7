import { InfoRegular } from '@fluentui/react-icons';
import type { CaseQueueFacts, CaseSummary, LostLease } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText, type Formats } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, type Command } from '@redoubt/ui';
import { useId, useState, type ReactNode } from 'react';
import { GiveBackPanel } from '../../../shared/cases/GiveBackPanel.tsx';
import styles from './review.module.css';
import type { Review } from './use-review.ts';
import { useLetterKey } from '../../../shared/cases/deciding/use-letter-key.ts';

/** A moment of today without its date. */
const moment = (formats: Formats, at: string): string =>
  formats.date(at) === formats.date(Date.now()) ? formats.time(at, 'minutes') : formats.dateTime(at);

const useBandText = (): ((props: CaseBandProps) => string | undefined) => {
  const text = useText('cases');
  const provided = useProvidedNames();
  const formats = useFormats();
  return ({ of, queue, hadLease, lost }) => {
    const { state, lease, decision } = of;
    const at = (iso: string | null): string => (iso === null ? '' : moment(formats, iso));
    if (state === 'InReview') {
      if (lease === null || lease.own) return undefined;
      return hadLease
        ? text('band.taken', { agent: lease.agent })
        : text('band.leased', { agent: lease.agent, since: at(lease.since), until: at(lease.until) });
    }
    if (state === 'Decided' && decision)
      return text('band.decided', {
        by: decision.by,
        at: at(of.endedAt),
        decision: provided.shown(decision.name),
        reason: provided.shown(decision.reason),
      });
    if (state === 'Decided' || state === 'TimedOut')
      return text('band.timedOut', { at: at(of.endedAt), decision: provided.shown(decision?.name ?? '') });
    if (decision) return text('band.second', { decision: provided.shown(decision.name) });
    if (state === 'Cancelled') return text('band.cancelled', { at: at(of.endedAt) });
    if (state === 'Holding') return text('band.settling', { at: at(of.settlesAt) });
    if (state === 'OnHold') return text('band.onHold', { at: at(of.onHoldUntil) });
    if (lost?.action === 'release') return text('band.released', { by: lost.by, at: at(lost.at) });
    if (of.assignee?.own === false) return text('band.assigned', { agent: of.assignee.name });
    if (hadLease) return text('band.lapsed');
    if (of.assignee !== null) return text('band.assignedOwn');
    if (state === 'Escalated') return text('band.escalated');
    return queue.paused ? text('band.paused', { queue: queue.name }) : text('band.pending', { queue: queue.name });
  };
};

const ReopenForm = ({ review, onClose }: { readonly review: Review; readonly onClose: () => void }): ReactNode => {
  const text = useText('cases');
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <ConfirmPanel
      title={text('reopen.title')}
      confirmText={text('bar.reopen')}
      busy={review.isReopening}
      disabledReason={reason.trim() === '' ? text('aside.noReason') : undefined}
      onConfirm={() => {
        review.reopen(reason.trim());
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{text('reopen.body')}</p>
      <label htmlFor={id}>{text('reopen.reason')}</label>
      <input id={id} className={styles.reason} value={reason} onChange={(event) => setReason(event.target.value)} />
    </ConfirmPanel>
  );
};

export type CaseBandProps = {
  readonly of: CaseSummary;
  readonly queue: CaseQueueFacts;
  readonly canReview: boolean;
  readonly canManage: boolean;
  /** Whether the reader had the case in review on this page. */
  readonly hadLease: boolean;
  /** What took the case from the reader. */
  readonly lost: LostLease | null;
  readonly review: Review;
};

/** Why the case cannot be decided right now, and what to do about it; nothing while the reader reviews it. */
export const CaseBand = (props: CaseBandProps): ReactNode => {
  const { of, canReview, canManage, review } = props;
  const text = useText('cases');
  const say = useBandText();
  const [isReopening, setReopening] = useState(false);
  const said = say(props);
  const { state } = of;
  const canStart =
    canReview &&
    of.decision === null &&
    of.assignee?.own !== false &&
    (state === 'Pending' || (state === 'Escalated' && (canManage || of.assignee !== null))) &&
    !props.queue.paused;
  useLetterKey('s', text('bar.start'), () => review.start(), canStart && !review.isGivingBack);
  if (said === undefined) return null;
  const commands: readonly Command[] = [
    ...(canStart
      ? [
          {
            id: 'start',
            text: text('bar.start'),
            keys: 'S',
            onSelect: () => review.start(),
            disabledReason: review.isStarting ? text('sending') : undefined,
          },
        ]
      : []),
    ...(state === 'InReview' && canManage
      ? [{ id: 'release', text: text('bar.release'), onSelect: review.release }]
      : []),
    ...(state === 'Escalated' && canManage
      ? [{ id: 'return', text: text('bar.return'), onSelect: review.giveToAgents }]
      : []),
    ...((state === 'Decided' || state === 'TimedOut') && canManage
      ? [{ id: 'reopen', text: text('bar.reopen'), onSelect: () => setReopening(true) }]
      : []),
  ];
  return (
    <div className={styles.band} data-state={state}>
      <InfoRegular fontSize={16} aria-hidden />
      <span role="status" className="min-w-0">
        {said}
      </span>
      {commands.map((command, at) => (
        <CommandButton key={command.id} command={command} primary={at === 0} appearance="outline" />
      ))}
      {review.isGivingBack ? (
        <GiveBackPanel
          refusal={review.startError}
          busy={review.isStarting}
          onConfirm={() => review.start(true)}
          onCancel={review.dropGivingBack}
        />
      ) : null}
      {isReopening ? <ReopenForm review={review} onClose={() => setReopening(false)} /> : null}
    </div>
  );
};
