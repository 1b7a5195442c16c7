import { assignQueue, type Queue } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { useQueueMutations } from '../queues.queries.ts';
import { AssigneeChoice } from './AssigneeChoice.tsx';

/** Says which people and groups work on a queue. */
export const AssigneesPanel = ({
  queue,
  onClose,
}: {
  readonly queue: Queue;
  readonly onClose: () => void;
}): ReactNode => {
  const text = useText('queues');
  const common = useText('common');
  const { assign } = useQueueMutations();
  // The list is read again meanwhile: what is changed is what the panel began with.
  const [{ id, version, assignees: before }] = useState(queue);
  const form = useWireForm({
    body: assignQueue.body,
    values: { version, assignees: before.map((each) => ({ id: each.id, kind: each.kind })) },
    texts: {},
    blocked: assign.isPending ? common('saving') : undefined,
    error: assign.error,
    onSubmit: (body) => assign.mutate({ id, ...body }, { onSuccess: onClose }),
  });
  return (
    <FormPanel
      title={text('assignTitle', { name: queue.name })}
      onClose={onClose}
      form={form}
      action={common('action.save')}
      error={assign.error}
    >
      <AssigneeChoice
        chosen={form.watch('assignees')}
        before={before}
        takesFocus
        onChange={(chosen) => form.setValue('assignees', [...chosen], { shouldDirty: true })}
      />
    </FormPanel>
  );
};
