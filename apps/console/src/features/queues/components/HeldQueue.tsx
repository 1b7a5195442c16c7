import type { Queue } from '@redoubt/contracts';
import type { ReactNode } from 'react';
import { GiveBack } from '../../../shared/cases/GiveBack.tsx';
import { useTakeCase } from '../../../shared/cases/use-take-case.ts';

/** Asks whether the case in review goes back, so that the next of a queue can be taken. */
export const HeldQueue = ({ queue, onClose }: { readonly queue: Queue; readonly onClose: () => void }): ReactNode => {
  const { take, isStarting } = useTakeCase(queue.id, { environmentId: queue.environment.id });
  return <GiveBack busy={isStarting} onConfirm={() => take(null, true)} onCancel={onClose} />;
};
