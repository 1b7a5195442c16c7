import type { BodyOf, CaseThresholds, createCaseThreshold as endpoint } from '@redoubt/contracts';
import { allows, fail, MAX_CASE_THRESHOLDS } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  deleteCaseThreshold as removeThreshold,
  insertCaseThreshold,
  listCaseQueues,
  listCaseThresholds,
  lockCaseThresholds,
  type CaseThreshold,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction, reading } from '../unit-of-work.ts';

const record = recordOf('CaseThreshold');

const readThresholds = async (
  trx: TenantTransaction,
  { environmentId, capabilities }: EnvironmentContext,
): Promise<CaseThresholds> => {
  const names = new Map((await listCaseQueues(trx, environmentId, [])).map(({ id, name }) => [id, name]));
  const stored = await listCaseThresholds(trx, environmentId);
  return {
    thresholds: stored.map(({ id, measure, queueId, days, most, createdBy, value, checkedAt, crossedAt }) => ({
      id,
      measure,
      queueId,
      queue: queueId === null ? null : (names.get(queueId) ?? ''),
      days,
      most,
      createdBy,
      value,
      checkedAt: checkedAt?.toISOString() ?? null,
      crossedAt: crossedAt?.toISOString() ?? null,
    })),
    canWrite: allows(capabilities, 'queues:write'),
  };
};

/** Figures of cases that are watched here. */
export const getCaseThresholds = (context: EnvironmentContext): Promise<CaseThresholds> =>
  reading(context, (trx) => readThresholds(trx, context));

const named = ({ measure, queueId, days, most }: Pick<CaseThreshold, 'measure' | 'queueId' | 'days' | 'most'>) => ({
  measure,
  queueId,
  days,
  most,
});

/** Watches a figure of cases. Throws QUEUE-UNKNOWN, CASE-THRESHOLDS-FULL. */
export const createCaseThreshold = (
  context: EnvironmentContext,
  input: BodyOf<typeof endpoint>,
): Promise<CaseThresholds> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    await lockCaseThresholds(trx, environmentId);
    const queues = await listCaseQueues(trx, environmentId, []);
    if (input.queueId !== null && !queues.some(({ id }) => id === input.queueId))
      throw fail('QUEUE-UNKNOWN', { id: input.queueId });
    if ((await listCaseThresholds(trx, environmentId)).length >= MAX_CASE_THRESHOLDS)
      throw fail('CASE-THRESHOLDS-FULL', { most: MAX_CASE_THRESHOLDS });
    const { by, at } = changedBy(context);
    const id = newId();
    const unmeasured = { value: null, checkedAt: null, crossedAt: null };
    await insertCaseThreshold(trx, tenantId, environmentId, {
      ...input,
      ...unmeasured,
      id,
      createdBy: by,
      createdAt: at,
    });
    await record(trx, context, {
      operation: 'Create',
      id,
      name: input.measure,
      modified: named(input),
    });
    return readThresholds(trx, context);
  });

/** Watches a figure no more. Throws CASE-THRESHOLD-UNKNOWN. */
export const deleteCaseThreshold = (context: EnvironmentContext, thresholdId: Id): Promise<CaseThresholds> =>
  inTransaction(context, async (trx) => {
    const { environmentId } = context;
    const removed = await removeThreshold(trx, environmentId, thresholdId);
    if (removed === undefined) throw fail('CASE-THRESHOLD-UNKNOWN', { id: thresholdId });
    await record(trx, context, {
      operation: 'Delete',
      id: thresholdId,
      name: removed.measure,
      original: named(removed),
    });
    return readThresholds(trx, context);
  });
