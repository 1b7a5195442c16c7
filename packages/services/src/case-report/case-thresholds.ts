import type {
  BodyOf,
  CaseThresholds,
  changeCaseThreshold as changeEndpoint,
  createCaseThreshold as endpoint,
  mailCaseThreshold as mailEndpoint,
} from '@redoubt/contracts';
import { allows, fail, MAX_CASE_THRESHOLDS } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  deleteAlertSubscriptions,
  deleteCaseThreshold as removeThreshold,
  insertCaseThreshold,
  listAlertSubscriptions,
  listCaseQueues,
  listCaseThresholds,
  lockCaseThresholds,
  saveThresholdSilence,
  type CaseThreshold,
  type TenantTransaction,
} from '@redoubt/storage';
import { followCause, type AlertReader } from '../alerts/follow-cause.ts';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { inTransaction, reading } from '../unit-of-work.ts';

const record = recordOf('CaseThreshold');

/** What subscriptions call a threshold. */
export const thresholdCause = (thresholdId: Id): string => `caseThreshold:${thresholdId}`;

/** What people chose of a threshold. */
const named = ({
  measure,
  queueId,
  days,
  most,
  silenceMinutes,
}: Pick<CaseThreshold, 'measure' | 'queueId' | 'days' | 'most' | 'silenceMinutes'>) => ({
  measure,
  queueId,
  days,
  most,
  silenceMinutes,
});

const readThresholds = async (
  trx: TenantTransaction,
  { environmentId, capabilities, actor }: EnvironmentContext,
): Promise<CaseThresholds> => {
  const names = new Map((await listCaseQueues(trx, environmentId, [])).map(({ id, name }) => [id, name]));
  const stored = await listCaseThresholds(trx, environmentId);
  const followed = await listAlertSubscriptions(trx, environmentId, actor.id);
  return {
    thresholds: stored.map(({ id, queueId, createdBy, value, checkedAt, crossedAt, ...threshold }) => ({
      id,
      ...named({ queueId, ...threshold }),
      queue: queueId === null ? null : (names.get(queueId) ?? ''),
      createdBy,
      value,
      checkedAt: checkedAt?.toISOString() ?? null,
      crossedAt: crossedAt?.toISOString() ?? null,
      mailed: followed.has(thresholdCause(id)),
    })),
    canWrite: allows(capabilities, 'queues:write'),
  };
};

/** Figures of cases that are watched here. */
export const getCaseThresholds = (context: EnvironmentContext): Promise<CaseThresholds> =>
  reading(context, (trx) => readThresholds(trx, context));

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

const findThreshold = async (trx: TenantTransaction, environmentId: Id, thresholdId: Id): Promise<CaseThreshold> => {
  const threshold = (await listCaseThresholds(trx, environmentId)).find(({ id }) => id === thresholdId);
  if (threshold === undefined) throw fail('CASE-THRESHOLD-UNKNOWN', { id: thresholdId });
  return threshold;
};

/** Chooses for how long no one is mailed again about a threshold. Throws CASE-THRESHOLD-UNKNOWN. */
export const changeCaseThreshold = (
  context: EnvironmentContext,
  thresholdId: Id,
  { silenceMinutes }: BodyOf<typeof changeEndpoint>,
): Promise<CaseThresholds> =>
  inTransaction(context, async (trx) => {
    const { environmentId } = context;
    await lockCaseThresholds(trx, environmentId);
    const { measure, silenceMinutes: before } = await findThreshold(trx, environmentId, thresholdId);
    if (before !== silenceMinutes) {
      await saveThresholdSilence(trx, thresholdId, silenceMinutes);
      await record(trx, context, {
        operation: 'Update',
        id: thresholdId,
        name: measure,
        original: { silenceMinutes: before },
        modified: { silenceMinutes },
      });
    }
    return readThresholds(trx, context);
  });

/** Watches a figure no more. Throws CASE-THRESHOLD-UNKNOWN. */
export const deleteCaseThreshold = (context: EnvironmentContext, thresholdId: Id): Promise<CaseThresholds> =>
  inTransaction(context, async (trx) => {
    const { environmentId } = context;
    const removed = await removeThreshold(trx, environmentId, thresholdId);
    if (removed === undefined) throw fail('CASE-THRESHOLD-UNKNOWN', { id: thresholdId });
    await deleteAlertSubscriptions(trx, { environmentId, cause: thresholdCause(thresholdId) });
    await record(trx, context, {
      operation: 'Delete',
      id: thresholdId,
      name: removed.measure,
      original: named(removed),
    });
    return readThresholds(trx, context);
  });

/**
 * Mails the caller when a watched figure comes to be above its threshold, or no more. Throws AUTH-FORBIDDEN,
 * CASE-THRESHOLD-UNKNOWN, MAIL-NOT-CONFIGURED, MAIL-NO-ADDRESS.
 */
export const mailCaseThreshold = (
  context: EnvironmentContext,
  person: AlertReader,
  server: MailServerFacts | undefined,
  thresholdId: Id,
  { mailed }: BodyOf<typeof mailEndpoint>,
): Promise<CaseThresholds> =>
  inTransaction(context, async (trx) => {
    const permission = 'caseReport:read';
    if (!allows(context.capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
    const threshold = await findThreshold(trx, context.environmentId, thresholdId);
    if (await followCause(trx, context, person, server, { cause: thresholdCause(thresholdId), mailed }))
      await record(trx, context, {
        operation: 'Update',
        id: thresholdId,
        name: threshold.measure,
        original: { mailed: !mailed },
        modified: { mailed },
      });
    return readThresholds(trx, context);
  });
