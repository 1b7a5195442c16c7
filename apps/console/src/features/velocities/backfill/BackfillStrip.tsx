import { ArrowClockwiseRegular, HistoryRegular, StopRegular } from '@fluentui/react-icons';
import type { VelocityBackfill } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, UNKNOWN_FAILURE, useFailureText } from '@redoubt/ui';
import styles from './backfill.module.css';
import { isFilling } from './filling.ts';
import { timeLeft } from '../../../shared/velocities/time-left.ts';

export type BackfillStripProps = {
  readonly backfill: VelocityBackfill;
  /** Absent for people who only read. */
  readonly onCancel: (() => void) | undefined;
  readonly onAgain: (() => void) | undefined;
  readonly busy: boolean;
};

/** How far the history of a set is counted, and what can be done about it. */
export const BackfillStrip = ({ backfill, onCancel, onAgain, busy }: BackfillStripProps) => {
  const text = useText('backfills');
  const common = useText('common');
  const formats = useFormats();
  const { status, eventsDone, eventsTotal, velocities, missingLists } = backfill;
  const isRunning = isFilling(backfill);
  return (
    <div className={styles.strip} data-status={status}>
      <HistoryRegular fontSize={16} aria-hidden className={styles.icon ?? ''} />
      <div className="grow min-w-0">
        <p className={styles.line}>
          <b>{text(status)}</b>
          {velocities.length > 0 ? <span className="truncate">{formats.list(velocities)}</span> : null}
        </p>
        {isRunning || status === 'cancelled' ? (
          <p className={styles.line}>
            <progress
              className={styles.progress}
              value={eventsDone}
              max={Math.max(1, eventsTotal)}
              aria-label={text('label')}
            />
            {eventsTotal > 0 ? <Numbers backfill={backfill} /> : null}
          </p>
        ) : null}
        {status === 'done' ? (
          <p className="fs-12">
            {text('counted', { events: formats.number(backfill.eventsCounted), count: backfill.eventsCounted })}
          </p>
        ) : null}
        {status === 'failed' ? <Problem code={backfill.problem} /> : null}
        {missingLists.length > 0 ? (
          <p className="fs-12">{text('missing', { names: formats.list(missingLists), count: missingLists.length })}</p>
        ) : null}
      </div>
      {(isRunning || status === 'failed') && onCancel ? (
        <CommandButton
          appearance="outline"
          command={{
            id: 'cancel-backfill',
            text: common('action.cancel'),
            icon: StopRegular,
            onSelect: busy ? undefined : onCancel,
          }}
        />
      ) : null}
      {(status === 'cancelled' || status === 'failed') && onAgain ? (
        <CommandButton
          appearance="outline"
          command={{
            id: 'again-backfill',
            text: text('again'),
            icon: ArrowClockwiseRegular,
            onSelect: busy ? undefined : onAgain,
          }}
        />
      ) : null}
    </div>
  );
};

const Numbers = ({ backfill }: { readonly backfill: VelocityBackfill }) => {
  const text = useText('backfills');
  const formats = useFormats();
  const { status, eventsDone, eventsTotal, eventsPerSecond, secondsLeft } = backfill;
  const left = secondsLeft === null ? null : timeLeft(secondsLeft);
  return (
    <span className="flex wrap gap-x-3 fs-12 tabular nowrap">
      <span>{text('of', { done: formats.number(eventsDone), total: formats.number(eventsTotal) })}</span>
      {status === 'running' && eventsPerSecond > 0 ? (
        <span>{text('rate', { rate: formats.number(eventsPerSecond) })}</span>
      ) : null}
      {left ? <span>{text(left.unit, { count: left.count })}</span> : null}
    </span>
  );
};

const Problem = ({ code }: { readonly code: string | null }) => {
  const failureText = useFailureText();
  return <p className="fs-12">{failureText({ code: code ?? UNKNOWN_FAILURE })}</p>;
};
