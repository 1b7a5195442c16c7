import type { Queue } from '@redoubt/contracts';

type From = {
  readonly environmentId: string;
  readonly queueId: string;
  /** Assessments of the cases that are moved. */
  readonly assessments: ReadonlySet<string>;
};

/** Queues that cases of a queue can be moved to: others of the environment that take their assessments. */
export const moveTargets = (
  queues: readonly Queue[],
  { environmentId, queueId, assessments }: From,
): readonly Queue[] =>
  queues.filter(
    (queue) =>
      queue.id !== queueId &&
      queue.environment.id === environmentId &&
      (queue.assessment === null || [...assessments].every((each) => each === queue.assessment)),
  );
