import type { VisualClause } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import styles from './visual.module.css';

export type QueueFieldProps = {
  readonly clause: VisualClause;
  /** Queues that cases may be sent to. */
  readonly queues: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (clause: VisualClause) => void;
};

/** The queue that a clause sends a case to; one that is not there any more stays, and says so. */
export const QueueField = ({ clause, queues, readOnly, onChange }: QueueFieldProps) => {
  const text = useText('rules');
  const written = clause.queue ?? '';
  const known = queues.find((queue) => queue.toLowerCase() === written.trim().toLowerCase());
  return (
    <div className={styles.decision}>
      <label className={styles.decisionText}>
        <span>{text('routing.queue')}</span>
        <select
          className={styles.decisionKind}
          disabled={readOnly}
          value={known ?? written}
          onChange={(event) => onChange({ ...clause, queue: event.target.value })}
        >
          {written === '' ? <option value="">{text('routing.choose')}</option> : null}
          {written !== '' && known === undefined ? (
            <option value={written}>{text('routing.gone', { queue: written })}</option>
          ) : null}
          {queues.map((queue) => (
            <option key={queue} value={queue}>
              {queue}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
};
