import type { ChangeDetail } from '@redoubt/contracts';
import { allows, fail, type Permission } from '@redoubt/domain';
import { canonicalJson, isJsonObject, type Id, type JsonObject } from '@redoubt/kernel';
import {
  changeLink,
  endChangeRequest,
  takeChangeRequest,
  withSavepoint,
  type StoredChangeRequest,
  type TenantTransaction,
} from '@redoubt/storage';
import type { Operation, ResourceType } from '../activity-entry.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { requireClean } from '../problems.ts';
import { changeSecretsPlace } from '../secrets/change-secrets.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { ChangeRecorder, type RecordedActivity } from '../change-recorder.ts';
import { changeDetail, hasAsked } from './changes.queries.ts';
import type { ChangeCall } from './propose-change.ts';
import { inTransaction, recordedWithin } from '../unit-of-work.ts';

/** Carries a call out again, as the endpoint of that id does. */
export type RunCall = (endpoint: string, call: ChangeCall, context: EnvironmentContext) => Promise<unknown>;

/** An open request that the caller may decide about. Throws CHANGE-UNKNOWN, CHANGE-DECIDED, AUTH-FORBIDDEN. */
const takeOpen = async (
  trx: TenantTransaction,
  { environmentId, capabilities }: EnvironmentContext,
  id: Id,
): Promise<StoredChangeRequest> => {
  const request = await takeChangeRequest(trx, environmentId, id);
  if (!request) throw fail('CHANGE-UNKNOWN', { id });
  if (!allows(capabilities, request.permission as Permission))
    throw fail('AUTH-FORBIDDEN', { permission: request.permission });
  if (request.state !== 'open') throw fail('CHANGE-DECIDED', { name: request.target.name });
  return request;
};

/** People do not decide about what they asked for themselves: CHANGE-OWN. */
const requireAnother = (context: EnvironmentContext, request: StoredChangeRequest): void => {
  if (hasAsked(context, request)) throw fail('CHANGE-OWN', { name: request.target.name });
};

const callOf = (box: SecretBox, tenantId: Id, { id, payload, secrets, target }: StoredChangeRequest): ChangeCall => {
  const call = payload as unknown as ChangeCall;
  if (secrets === null) return call;
  const opened = box.open(secrets, changeSecretsPlace(tenantId, id));
  if (opened === undefined) throw fail('CHANGE-STALE', { name: target.name });
  const body = isJsonObject(call.body) ? call.body : {};
  return { ...call, body: { ...body, ...(JSON.parse(opened) as JsonObject) } };
};

/** What a change starts from: as long as that stays, what was approved is what is done. */
const startOf = (activities: readonly RecordedActivity[]): string =>
  canonicalJson(activities.map(({ operation, type, name, original }) => ({ operation, type, name, original })));

const record = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { id, endpoint, target, askedBy, environmentId }: StoredChangeRequest,
  operation: Operation,
): Promise<void> =>
  recordActivity(trx, context, {
    operation,
    type: target.type as ResourceType,
    id: target.id,
    name: target.name,
    environmentId,
    // Note and reason stand in the request alone, where an erasure finds them.
    modified: { request: id, endpoint, askedBy },
  });

/**
 * Makes the change that another person asked for, exactly as they asked for it. Throws CHANGE-UNKNOWN, CHANGE-DECIDED,
 * CHANGE-OWN, AUTH-FORBIDDEN without the right to make the change, CHANGE-STALE where it would change something else than
 * was shown because its target moved on, and what the change itself throws.
 */
export const approveChange = (
  context: EnvironmentContext,
  box: SecretBox,
  id: Id,
  run: RunCall,
): Promise<ChangeDetail> =>
  inTransaction(context, async (trx) => {
    const request = await takeOpen(trx, context, id);
    requireAnother(context, request);
    const recorder = new ChangeRecorder();
    await withSavepoint(trx, () =>
      run(request.endpoint, callOf(box, context.tenantId, request), recordedWithin(context, trx, recorder)),
    );
    const asked = request.differences as unknown as readonly RecordedActivity[];
    if (startOf(recorder.activities) !== startOf(asked)) throw fail('CHANGE-STALE', { name: request.target.name });
    await endChangeRequest(trx, id, 'approved', changedBy(context));
    await record(trx, context, request, 'Approve');
    await raiseNotice(trx, context, {
      code: 'CHANGE-APPROVED',
      severity: 'Success',
      params: { type: request.target.type, name: request.target.name, by: context.actor.name },
      link: changeLink(id),
      environmentId: context.environmentId,
    });
    return changeDetail(trx, context, id);
  });

/** Rejects another person's request, saying why. Throws CHANGE-UNKNOWN, CHANGE-DECIDED, CHANGE-OWN, AUTH-FORBIDDEN. */
export const rejectChange = (
  context: EnvironmentContext,
  id: Id,
  { reason }: { readonly reason: string },
): Promise<ChangeDetail> => {
  requireClean({ 'body.reason': reason });
  return inTransaction(context, async (trx) => {
    const request = await takeOpen(trx, context, id);
    requireAnother(context, request);
    await endChangeRequest(trx, id, 'rejected', { ...changedBy(context), reason });
    await record(trx, context, request, 'Decline');
    await raiseNotice(trx, context, {
      code: 'CHANGE-REJECTED',
      severity: 'Warning',
      params: { type: request.target.type, name: request.target.name, by: context.actor.name, reason },
      link: changeLink(id),
      environmentId: context.environmentId,
    });
    return changeDetail(trx, context, id);
  });
};

/**
 * Takes a request back; any person who may make such a change may. Throws CHANGE-UNKNOWN, CHANGE-DECIDED,
 * AUTH-FORBIDDEN.
 */
export const withdrawChange = (context: EnvironmentContext, id: Id): Promise<ChangeDetail> =>
  inTransaction(context, async (trx) => {
    const request = await takeOpen(trx, context, id);
    await endChangeRequest(trx, id, 'withdrawn', changedBy(context));
    await record(trx, context, request, 'Withdraw');
    return changeDetail(trx, context, id);
  });
