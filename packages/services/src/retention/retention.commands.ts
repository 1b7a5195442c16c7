import type {
  BodyOf,
  placeHold as holdEndpoint,
  putRetention as putEndpoint,
  RetentionDetail,
} from '@redoubt/contracts';
import { effectiveRetention, fail, RETENTION_FACTS, RETENTION_KINDS, type RetentionPeriods } from '@redoubt/domain';
import { canonicalJson, newId, type Id } from '@redoubt/kernel';
import {
  findEventOutline,
  findJob,
  insertHold,
  kindCodeOf,
  listHolds,
  OPEN_JOB_STATES,
  queueJob,
  releaseHold as releaseStoredHold,
  saveRetention,
  type TenantTransaction,
} from '@redoubt/storage';
import { kindOfType } from '../assessment-kinds/event-type.ts';
import { changedBy, jobAsker, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt, requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import { readRetentionDetail, readTenantRetention } from './read-retention.ts';

const recordRetention = recordOf('Retention');
const recordHold = recordOf('LegalHold');

/** Periods as they are stored: what is absent is left out. */
const told = (periods: RetentionPeriods): Readonly<Record<string, number | null>> =>
  Object.fromEntries(Object.entries(periods).flatMap(([kind, days]) => (days === undefined ? [] : [[kind, days]])));

/** Chooses how long data is kept in an environment and below. @throws `RETENTION-STALE`, `ENV-UNKNOWN`, `REQ-INVALID`. */
export const putRetention = (
  context: EnvironmentContext,
  { version, periods: given }: BodyOf<typeof putEndpoint>,
): Promise<RetentionDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const { environments, stored } = await readTenantRetention(trx);
    const here = environments.get(environmentId);
    if (here === undefined) throw fail('ENV-UNKNOWN', { id: environmentId });
    const before = stored.get(environmentId);
    requireCurrent(version, before?.version ?? 0, 'RETENTION-STALE', { by: before?.changedBy ?? '' });
    const periods = told(given);
    const misplaced = RETENTION_KINDS.filter(
      (kind) => RETENTION_FACTS[kind].scope === 'tenant' && periods[kind] !== undefined && here.parentId !== null,
    );
    if (misplaced.length > 0)
      throw failAt(
        'REQ-INVALID',
        { count: misplaced.length },
        misplaced.map((kind) => ({ path: `body.periods.${kind}`, message: 'is chosen at a root environment' })),
      );
    if (canonicalJson(told(before?.periods ?? {})) !== canonicalJson(periods)) {
      await saveRetention(trx, tenantId, environmentId, periods, changedBy(context));
      await recordRetention(trx, context, {
        operation: 'Update',
        id: environmentId,
        name: here.name,
        original: told(before?.periods ?? {}),
        modified: periods,
      });
    }
    return readRetentionDetail(trx, context);
  });

/** Queues a run of an environment; one that waits or runs stays. @throws `RETENTION-OFF` where everything is kept. */
export const runRetention = (context: EnvironmentContext): Promise<RetentionDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const { environments, said } = await readTenantRetention(trx);
    const name = environments.get(environmentId)?.name ?? environmentId;
    const isOn = RETENTION_KINDS.some(
      (kind) => effectiveRetention(kind, environmentId, environments, said).days !== null,
    );
    if (!isOn) throw fail('RETENTION-OFF', { name });
    const job = await findJob(trx, 'retention', environmentId);
    if (!OPEN_JOB_STATES.some((state) => state === job?.state)) {
      const job = { kind: 'retention', subjectId: environmentId, environmentId, name } as const;
      await queueJob(trx, { tenantId, ...job, ...jobAsker(context) });
      await recordRetention(trx, context, { operation: 'Request', id: environmentId, name });
    }
    return readRetentionDetail(trx, context);
  });

type HoldBody = BodyOf<typeof holdEndpoint>;

/** The number of the kind of the event whose case is held. @throws `EVENT-UNKNOWN`. */
const heldEvent = async (
  trx: TenantTransaction,
  environmentId: Id,
  { eventType, eventId }: Extract<HoldBody, { scope: 'case' }>,
): Promise<{ readonly kind: number; readonly eventId: string }> => {
  const kind = await kindOfType(trx, environmentId, eventType);
  if (kind === undefined || (await findEventOutline(trx, { environmentId, kind, eventId })) === undefined)
    throw fail('EVENT-UNKNOWN', { id: eventId });
  return { kind: kindCodeOf(kind), eventId };
};

/** Holds what is kept about a person, a case or an environment. @throws `HOLD-OVER`, `EVENT-UNKNOWN`, `ENV-UNKNOWN`. */
export const placeHold = (context: EnvironmentContext, body: HoldBody): Promise<RetentionDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId, clock } = context;
    const { scope, reason } = body;
    requireClean({ 'body.reason': reason });
    const until = body.until === null ? null : new Date(body.until);
    if (until !== null && until.getTime() <= clock.now()) throw fail('HOLD-OVER');
    if (scope === 'subject') requireClean({ 'body.subject': body.subject });
    const event = scope === 'case' ? await heldEvent(trx, environmentId, body) : { kind: null, eventId: null };
    const { by, at } = changedBy(context);
    const id = newId();
    await insertHold(trx, tenantId, {
      id,
      environmentId,
      scope,
      subject: scope === 'subject' ? body.subject : null,
      ...event,
      reason,
      placedBy: by,
      placedAt: at,
      until,
    });
    // Whom it covers stands in the hold alone, so that the activity log names no person.
    await recordHold(trx, context, {
      operation: 'Create',
      id,
      name: scope,
      modified: { scope, reason, until: until?.toISOString() ?? null },
    });
    return readRetentionDetail(trx, context);
  });

/** Releases a hold. @throws `HOLD-UNKNOWN`, `HOLD-RELEASED`. */
export const releaseHold = (
  context: EnvironmentContext,
  id: Id,
  { reason }: { readonly reason: string },
): Promise<RetentionDetail> =>
  inTransaction(context, async (trx) => {
    requireClean({ 'body.reason': reason });
    const hold = (await listHolds(trx)).find((each) => each.id === id);
    if (hold === undefined || hold.environmentId !== context.environmentId) throw fail('HOLD-UNKNOWN', { id });
    if (!(await releaseStoredHold(trx, id, { ...changedBy(context), reason })))
      throw fail('HOLD-RELEASED', { by: hold.releasedBy ?? '' });
    await recordHold(trx, context, {
      operation: 'Revoke',
      id,
      name: hold.scope,
      original: { reason: hold.reason },
      modified: { reason },
    });
    return readRetentionDetail(trx, context);
  });
