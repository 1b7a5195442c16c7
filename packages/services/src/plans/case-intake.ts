import { CASE_HOLD_MS, isCaseOrdering, type AssessmentName } from '@redoubt/domain';
import type { CaseIntake } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { StoredCaseIntake } from '@redoubt/storage';

/** How reviews of an assessment become cases in an environment. */
export const intakeOf = (
  { holds, queues }: StoredCaseIntake,
  environmentId: Id,
  assessment: AssessmentName,
): CaseIntake => ({
  holdMs: holds.get(environmentId) ?? CASE_HOLD_MS,
  queues: queues
    .filter((queue) => queue.environmentId === environmentId && queue.assessment === assessment)
    .map(({ id, name, timeoutMs, orderBy }) => ({
      id,
      name,
      timeoutMs,
      ...(isCaseOrdering(orderBy) ? {} : { orderPath: orderBy }),
    })),
});
