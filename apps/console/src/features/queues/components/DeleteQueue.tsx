import { Select } from '@fluentui/react-components';
import type { Queue } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { NamedOptions } from '../../../shared/forms/options.tsx';
import { useQueueMutations } from '../queues.queries.ts';

/** Asks before a queue is deleted, and where its open cases go. */
export const DeleteQueue = (props: {
  readonly queue: Queue;
  /** Queues of the same environment. */
  readonly others: readonly Queue[];
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}): ReactNode => {
  const { queue, others, onCancel, onDeleted } = props;
  const text = useText('queues');
  const common = useText('common');
  const { remove } = useQueueMutations();
  const { pending, inReview, onHold, escalated, settling } = queue.counts;
  const open = pending + inReview + onHold + escalated + settling;
  const targets = others.filter(
    ({ id, assessment }) => id !== queue.id && (assessment === null || assessment === queue.assessment),
  );
  const held = text('deleteInReview', { count: inReview });
  const [moveTo, setMoveTo] = useState(targets.find(({ system }) => system)?.id);
  return (
    <>
      <ConfirmPanel
        title={text('deleteTitle', { name: queue.name })}
        confirmText={common('action.delete')}
        busy={remove.isPending}
        disabledReason={inReview > 0 ? held : undefined}
        onCancel={onCancel}
        onConfirm={() =>
          remove.mutate(
            { id: queue.id, version: queue.version, ...(moveTo === undefined ? {} : { moveTo }) },
            { onSuccess: onDeleted },
          )
        }
      >
        {inReview > 0 ? (
          <p>{held}</p>
        ) : open > 0 ? (
          <>
            <p>{text('deleteOpen', { count: open })}</p>
            <Select
              size="small"
              aria-label={text('moveTo')}
              value={moveTo ?? ''}
              onChange={(_event, { value }) => setMoveTo(value)}
            >
              <NamedOptions of={targets} />
            </Select>
          </>
        ) : (
          <p>{text('deleteEmpty')}</p>
        )}
      </ConfirmPanel>
      {remove.error ? <ErrorState error={remove.error} compact /> : null}
    </>
  );
};
