import type { SubjectRequest } from '@redoubt/contracts';
import { fail, SUBJECT_DUE_DAYS, type SubjectRequestType } from '@redoubt/domain';
import { DAY_MS, newId, type Id, type Json } from '@redoubt/kernel';
import {
  deleteJob,
  dropSubjectTargets,
  findOpenSubjectRequest,
  insertSubjectRequest,
  isSubjectApprovalRequired,
  queueJob,
  resumeJobs,
  saveSubjectApproval,
  takeSubjectRequest,
  updateSubjectRequest,
  type StoredSubjectRequest,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Operation } from '../activity-entry.ts';
import { changedBy, jobAsker, recordActivity } from '../activity/record-activity.ts';
import { recordSettingChange } from '../activity/record-setting-change.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { requireMayLeave, SAVED_FILE } from '../environments/may-leave.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { requireNotHeld } from '../retention/holds.ts';
import type { SubjectKeys, SubjectOf } from '../secrets/subject-keys.ts';
import { subjectScope } from './subject-scope.ts';
import { assessmentNames, wireRequest } from './subject-requests.queries.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Everything of a request but the value: that never reaches the activity log. */
const record = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  operation: Operation,
  request: Pick<StoredSubjectRequest, 'id' | 'type' | 'assessment' | 'property' | 'valueDigest'>,
  more: Readonly<Record<string, Json>> = {},
) =>
  recordActivity(trx, context, {
    operation,
    type: 'SubjectRequest',
    id: request.id,
    name: request.type,
    environmentId: context.environmentId,
    modified: { assessment: request.assessment, property: request.property, subject: request.valueDigest, ...more },
  });

const answer = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  keys: SubjectKeys,
  id: Id,
): Promise<SubjectRequest> => {
  const stored = await takeSubjectRequest(trx, context.environmentId, id);
  if (stored === undefined) throw fail('SUBJECT-REQUEST-UNKNOWN', { id });
  const names = await assessmentNames(trx, context.environmentId);
  return wireRequest(stored, names, { keys, actorId: context.actor.id, maySubmit: true });
};

/** Leaves the work for a node to find. The job says of whom as little as the activity log does. */
const queue = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { id, type }: Pick<StoredSubjectRequest, 'id' | 'type'>,
): Promise<void> => {
  const { tenantId, environmentId } = context;
  const asked = jobAsker(context);
  return queueJob(trx, { tenantId, kind: 'subjectRequest', subjectId: id, environmentId, name: type, ...asked });
};

export type SubjectRequestInput = SubjectOf & {
  readonly type: SubjectRequestType;
  /** The value once more, which a deletion asks for. */
  readonly confirmation?: string | undefined;
};

/**
 * Asks for an export or a deletion of everything kept about a person, here and below. Where a second person has to agree,
 * a deletion waits for them.
 *
 * @throws `SUBJECT-PROPERTY-UNKNOWN`, `SUBJECT-NOT-CONFIRMED`, `SUBJECT-REQUEST-OPEN` where the same is under way,
 *   `SUBJECT-HELD`.
 */
export const submitSubjectRequest = async (
  context: EnvironmentContext,
  keys: SubjectKeys,
  input: SubjectRequestInput,
): Promise<SubjectRequest> => {
  const { tenantId, environmentId, actor, clock } = context;
  const { type, assessment, property } = input;
  const value = input.value.trim();
  requireClean({ 'body.value': value });
  if (type === 'Delete' && input.confirmation?.trim() !== value) throw fail('SUBJECT-NOT-CONFIRMED');
  const subject = { assessment, property, value };
  return inTransaction(context, async (trx) => {
    const { environmentIds } = await subjectScope(trx, context, subject);
    if (type === 'Export') await requireMayLeave(trx, environmentIds, SAVED_FILE);
    if (type === 'Delete') await requireNotHeld(trx, { environmentIds, value }, clock.now());
    const valueDigest = keys.digest(tenantId, subject);
    if (await findOpenSubjectRequest(trx, environmentId, { type, valueDigest })) throw fail('SUBJECT-REQUEST-OPEN');
    const id = newId();
    const awaitsApproval = type === 'Delete' && (await isSubjectApprovalRequired(trx, environmentId));
    const { by, at } = changedBy(context);
    await insertSubjectRequest(trx, tenantId, {
      id,
      environmentId,
      type,
      assessment,
      property,
      valueDigest,
      sealedValue: keys.seal(value, id),
      awaitsApproval,
      requestedById: actor.id,
      requestedBy: by,
      requestedAt: at,
      dueAt: new Date(clock.now() + SUBJECT_DUE_DAYS * DAY_MS),
    });
    if (!awaitsApproval) await queue(trx, context, { id, type });
    await record(trx, context, 'Create', { id, type, assessment, property, valueDigest }, { awaitsApproval });
    if (awaitsApproval) {
      await raiseNotice(trx, context, {
        code: 'SUBJECT-REQUEST-APPROVAL',
        severity: 'Warning',
        params: { by },
        link: '/settings/subject/requests',
        environmentId,
        authorId: actor.id,
      });
    }
    return answer(trx, context, keys, id);
  });
};

const take = async (trx: TenantTransaction, context: EnvironmentContext, id: Id): Promise<StoredSubjectRequest> => {
  const stored = await takeSubjectRequest(trx, context.environmentId, id);
  if (stored === undefined) throw fail('SUBJECT-REQUEST-UNKNOWN', { id });
  return stored;
};

/** Agrees to a deletion that another person asked for. @throws `SUBJECT-REQUEST-STATE`, `SUBJECT-OWN-REQUEST`. */
export const approveSubjectRequest = (
  context: EnvironmentContext,
  keys: SubjectKeys,
  id: Id,
): Promise<SubjectRequest> =>
  inTransaction(context, async (trx) => {
    const stored = await take(trx, context, id);
    if (stored.status !== 'Pending' || !stored.awaitsApproval) throw fail('SUBJECT-REQUEST-STATE');
    if (stored.requestedById === context.actor.id) throw fail('SUBJECT-OWN-REQUEST');
    const { by, at } = changedBy(context);
    await updateSubjectRequest(trx, id, { status: 'Pending', awaitsApproval: false, decidedBy: by, decidedAt: at });
    await queue(trx, context, stored);
    await record(trx, context, 'Approve', stored);
    return answer(trx, context, keys, id);
  });

/**
 * Takes back what has not begun, or declines it; every person who may submit requests may, saying why.
 *
 * @throws `SUBJECT-REQUEST-STATE` where it has begun: half a deletion would be of no use.
 */
export const cancelSubjectRequest = (
  context: EnvironmentContext,
  keys: SubjectKeys,
  id: Id,
  { reason }: { readonly reason: string },
): Promise<SubjectRequest> => {
  requireClean({ 'body.reason': reason });
  return inTransaction(context, async (trx) => {
    const stored = await take(trx, context, id);
    if (stored.status !== 'Pending' || stored.stage !== 'find') throw fail('SUBJECT-REQUEST-STATE');
    const { by, at } = changedBy(context);
    await updateSubjectRequest(trx, id, {
      status: 'Cancelled',
      awaitsApproval: false,
      sealedValue: null,
      decidedBy: by,
      decidedAt: at,
      reason,
    });
    await dropSubjectTargets(trx, id);
    await deleteJob(trx, 'subjectRequest', id);
    await record(trx, context, 'Withdraw', stored, { reason });
    return answer(trx, context, keys, id);
  });
};

/** Goes on with what failed, from where it stopped. @throws `SUBJECT-REQUEST-STATE`. */
export const retrySubjectRequest = (context: EnvironmentContext, keys: SubjectKeys, id: Id): Promise<SubjectRequest> =>
  inTransaction(context, async (trx) => {
    const stored = await take(trx, context, id);
    if (stored.status !== 'Failed') throw fail('SUBJECT-REQUEST-STATE');
    await updateSubjectRequest(trx, id, { status: 'Pending', problem: null });
    await resumeJobs(trx, 'subjectRequest', [id], jobAsker(context));
    await record(trx, context, 'Update', stored, { status: 'Pending' });
    return answer(trx, context, keys, id);
  });

/** Chooses whether a second person has to agree to deletions in the environment; requests under way stay as they are. */
export const putSubjectApproval = (
  context: EnvironmentContext,
  { required }: { readonly required: boolean },
): Promise<{ readonly required: boolean }> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const before = await isSubjectApprovalRequired(trx, environmentId);
    if (before !== required) {
      if (!required) await requireSecondPerson(trx, context, isSubjectApprovalRequired);
      await saveSubjectApproval(trx, { tenantId, environmentId }, required, changedBy(context));
      await recordSettingChange(trx, context, { subjectApproval: before }, { subjectApproval: required });
    }
    return { required };
  });
