import type { ReactNode } from 'react';
import { GiveBackPanel } from '../../../shared/cases/GiveBackPanel.tsx';
import { useTakeCase } from '../../../shared/cases/use-take-case.ts';
import type { HeldReview } from '../use-start-review.ts';

/** Asks whether the case in review goes back, so that the next of a queue can be taken. */
export const HeldQueue = (props: { readonly held: HeldReview; readonly onClose: () => void }): ReactNode => {
  const { queue, refusal } = props.held;
  const { take, isStarting } = useTakeCase(queue.id, { environmentId: queue.environment.id });
  return (
    <GiveBackPanel refusal={refusal} busy={isStarting} onConfirm={() => take(null, true)} onCancel={props.onClose} />
  );
};
