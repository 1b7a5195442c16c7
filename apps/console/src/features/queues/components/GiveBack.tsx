import type { Queue } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useTakeCase } from '../../../shared/cases/use-take-case.ts';

/** Asks whether the case in review goes back, so that the next of a queue can be taken. */
export const GiveBack = ({ queue, onClose }: { readonly queue: Queue; readonly onClose: () => void }): ReactNode => {
  const text = useText('cases');
  const { take, isStarting } = useTakeCase(queue.id, { environmentId: queue.environment.id });
  return (
    <ConfirmPanel
      title={text('queue.giveBack')}
      confirmText={text('queue.giveBackDo')}
      busy={isStarting}
      onConfirm={() => take(null, true)}
      onCancel={onClose}
    >
      {text('queue.giveBackBody')}
    </ConfirmPanel>
  );
};
