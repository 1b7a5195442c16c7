import type { Queue } from '@redoubt/contracts';
import type { ReactNode } from 'react';
import { DueText } from '../../../shared/cases/DueText.tsx';
import type { QueueTexts } from '../use-queue-texts.ts';

/** When the next time-out of a queue is due; a dash where it has no open case. */
export const NextDue = ({
  queue: { nextDueAt },
  texts: { nowMs },
}: {
  readonly queue: Pick<Queue, 'nextDueAt'>;
  readonly texts: Pick<QueueTexts, 'nowMs'>;
}): ReactNode => (nextDueAt === null || nowMs === null ? '–' : <DueText at={nextDueAt} nowMs={nowMs} />);
