import {
  ArrowSyncRegular,
  ArrowUndoRegular,
  CheckmarkRegular,
  ClockRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import type { ManagedEnvironment } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { DAY_MS } from '@redoubt/kernel';
import { Chip, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './environments.module.css';

/** How an environment stands, as a chip. */
export const StateChip = ({ status }: Pick<ManagedEnvironment, 'status'>): ReactNode => {
  const text = useText('environments');
  const word = text(`state.${status}`);
  switch (status) {
    case 'Active':
      return (
        <Chip solid icon={CheckmarkRegular}>
          {word}
        </Chip>
      );
    case 'New':
      return <Chip icon={ClockRegular}>{word}</Chip>;
    case 'Creating':
    case 'Deleting':
      return <Chip icon={ArrowSyncRegular}>{word}</Chip>;
    case 'SoftDeleting':
      return <ToneChip tone="review" icon={ArrowUndoRegular} text={word} />;
    case 'CreateFailed':
    case 'Error':
    case 'DeleteFailed':
      return <ToneChip tone="reject" icon={WarningRegular} text={word} />;
    default:
      return <span className="soft">{word}</span>;
  }
};

/** What is said of the state besides its word: progress, what is left of the time to undo, why it failed. */
export const useStateText = (): ((environment: ManagedEnvironment, now: number) => string) => {
  const text = useText('environments');
  const formats = useFormats();
  const provided = useProvidedNames();
  return ({ status, statusReason, progress, undoUntil, isHeld }, now) => {
    if (status === 'Creating' && progress && progress.total > 0) return text('progress', progress);
    if (status === 'SoftDeleting' && isHeld) return text('held');
    if (status === 'SoftDeleting' && undoUntil !== null) {
      const days = Math.max(0, Math.ceil((Date.parse(undoUntil) - now) / DAY_MS));
      return text('undoUntil', { date: formats.date(undoUntil), count: days });
    }
    return statusReason === null ? '' : provided.shown(statusReason);
  };
};

/** State with what is said of it, and the one thing to do about it. */
export const StateCell = (props: {
  readonly environment: ManagedEnvironment;
  readonly now: number;
  readonly onRestore: (id: string) => void;
  readonly onRetry: (id: string) => void;
}): ReactNode => {
  const { environment, now, onRestore, onRetry } = props;
  const { id, status, progress, may } = environment;
  const text = useText('environments');
  const say = useStateText();
  const action = may.restore
    ? { word: text('undo'), run: () => onRestore(id) }
    : may.retry
      ? { word: text('retry'), run: () => onRetry(id) }
      : null;
  return (
    <span className={styles.state}>
      <StateChip status={status} />
      {status === 'Creating' && progress && progress.total > 0 ? (
        <progress value={progress.done} max={progress.total} aria-label={text('state.Creating')} />
      ) : null}
      <span className={styles.said}>{say(environment, now)}</span>
      {action ? (
        <button
          type="button"
          className={styles.action}
          onClick={(event) => {
            event.preventDefault();
            action.run();
          }}
        >
          {action.word}
        </button>
      ) : null}
    </span>
  );
};
