import { PlayRegular } from '@fluentui/react-icons';
import { GENERAL_QUEUE_ID } from '@redoubt/domain';
import type { Queue } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';
import { useMay } from '../../app/console-context.tsx';
import { useTakeCase } from '../../shared/cases/use-take-case.ts';

/** The queue whose next case was wanted while the person has another in review, and the refusal that names that one. */
export type HeldReview = { readonly queue: Queue; readonly refusal: unknown };

export type OnHeld = (held: HeldReview) => void;

/** Why no case of a queue can be taken now; undefined where one can. */
const useReason = (queue: Queue | undefined): string | undefined => {
  const text = useText('queues');
  const cases = useText('cases');
  if (queue === undefined) return text('nothingToStart');
  if (queue.paused) return cases('band.paused', { queue: queue.name });
  if (!queue.canReview) return text('notYours');
  return queue.counts.pending === 0 ? text('nothingWaits') : undefined;
};

/**
 * The command that takes the next case of a queue, for people who decide cases.
 *
 * @param onHeld asks what becomes of the case that the refusal says the person has in review.
 */
export const useStartReview = (queue: Queue | undefined, onHeld: OnHeld): Command | undefined => {
  const cases = useText('cases');
  const may = useMay();
  const reason = useReason(queue);
  const { take, isStarting } = useTakeCase(
    queue?.id ?? GENERAL_QUEUE_ID,
    queue && { environmentId: queue.environment.id, onHeld: (refusal) => onHeld({ queue, refusal }) },
  );
  if (!may('caseReview:write')) return undefined;
  return {
    id: 'start',
    text: cases('bar.start'),
    icon: PlayRegular,
    onSelect: isStarting ? undefined : () => take(null),
    disabledReason: isStarting ? cases('sending') : reason,
  };
};
