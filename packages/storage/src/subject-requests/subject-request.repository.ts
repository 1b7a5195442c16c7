import type { LoggedKind, SubjectRequestStatus, SubjectRequestType, SubjectStage } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { kindOfCode } from '../log/log-event.ts';
import { isEntityCode } from '../projections/subject-codes.ts';

/** A request as it is first written down. */
export type NewSubjectRequest = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly type: SubjectRequestType;
  readonly assessment: string;
  readonly property: string;
  readonly valueDigest: string;
  readonly sealedValue: string;
  readonly awaitsApproval: boolean;
  readonly requestedById: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly dueAt: Date;
};

export type StoredSubjectRequest = Omit<NewSubjectRequest, 'sealedValue'> & {
  readonly sealedValue: string | null;
  readonly status: SubjectRequestStatus;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
  readonly stage: SubjectStage;
  readonly until: number | null;
  readonly cursor: number;
  /** Events taken, by number of their kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  readonly problem: string | null;
  readonly completedAt: Date | null;
  readonly expiresAt: Date | null;
};

const COLUMNS = [
  'request_id as id',
  'environment_id as environmentId',
  'type',
  'assessment',
  'property',
  'value_digest as valueDigest',
  'sealed_value as sealedValue',
  'status',
  'awaits_approval as awaitsApproval',
  'requested_by_id as requestedById',
  'requested_by as requestedBy',
  'requested_at as requestedAt',
  'due_at as dueAt',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
  'reason',
  'stage',
  'until_position as until',
  'cursor',
  'counts',
  'first_at as firstAt',
  'last_at as lastAt',
  'problem',
  'completed_at as completedAt',
  'expires_at as expiresAt',
] as const;

export const insertSubjectRequest = async (
  trx: TenantTransaction,
  tenantId: Id,
  request: NewSubjectRequest,
): Promise<void> => {
  await trx
    .insertInto('subject_request')
    .values({
      tenant_id: tenantId,
      request_id: request.id,
      environment_id: request.environmentId,
      type: request.type,
      assessment: request.assessment,
      property: request.property,
      value_digest: request.valueDigest,
      sealed_value: request.sealedValue,
      status: 'Pending',
      awaits_approval: request.awaitsApproval,
      requested_by_id: request.requestedById,
      requested_by: request.requestedBy,
      requested_at: request.requestedAt,
      due_at: request.dueAt,
    })
    .execute();
};

/** Newest first. */
export const listSubjectRequests = (
  trx: TenantTransaction,
  environmentId: Id,
  limit: number,
): Promise<StoredSubjectRequest[]> =>
  trx
    .selectFrom('subject_request')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .orderBy('requested_at', 'desc')
    .orderBy('request_id')
    .limit(limit)
    .execute();

/** Taken for this transaction, so that it does not move on meanwhile. */
export const takeSubjectRequest = (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
): Promise<StoredSubjectRequest | undefined> =>
  trx
    .selectFrom('subject_request')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('request_id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The open request of a type for one person, of whom only the digest is known. */
export const findOpenSubjectRequest = (
  trx: TenantTransaction,
  environmentId: Id,
  { type, valueDigest }: Pick<NewSubjectRequest, 'type' | 'valueDigest'>,
): Promise<{ readonly id: Id } | undefined> =>
  trx
    .selectFrom('subject_request')
    .select('request_id as id')
    .where('environment_id', '=', environmentId)
    .where('type', '=', type)
    .where('value_digest', '=', valueDigest)
    .where('status', 'in', ['Pending', 'Processing', 'Failed'])
    .executeTakeFirst();

export type SubjectRequestChange = {
  readonly status: SubjectRequestStatus;
  readonly awaitsApproval?: boolean;
  readonly sealedValue?: null;
  readonly decidedBy?: string;
  readonly decidedAt?: Date;
  readonly reason?: string | null;
  readonly problem?: string | null;
  readonly completedAt?: Date;
  readonly expiresAt?: Date;
};

/** Changes the state of a request. */
export const updateSubjectRequest = async (
  trx: TenantTransaction,
  id: Id,
  change: SubjectRequestChange,
): Promise<void> => {
  await trx
    .updateTable('subject_request')
    .set({
      status: change.status,
      ...(change.awaitsApproval === undefined ? {} : { awaits_approval: change.awaitsApproval }),
      ...(change.sealedValue === undefined ? {} : { sealed_value: change.sealedValue }),
      ...(change.decidedBy === undefined ? {} : { decided_by: change.decidedBy }),
      ...(change.decidedAt === undefined ? {} : { decided_at: change.decidedAt }),
      ...(change.reason === undefined ? {} : { reason: change.reason }),
      ...(change.problem === undefined ? {} : { problem: change.problem }),
      ...(change.completedAt === undefined ? {} : { completed_at: change.completedAt }),
      ...(change.expiresAt === undefined ? {} : { expires_at: change.expiresAt }),
    })
    .where('request_id', '=', id)
    .execute();
};

/** Removes the ids of what was found, which are the person's as well. */
export const dropSubjectTargets = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('subject_target').where('request_id', '=', id).execute();
};

/** The events that a request found; what else of the person they carry (accounts, addresses) is left out. */
export const readSubjectEvents = async (
  trx: TenantTransaction,
  id: Id,
): Promise<readonly { readonly environmentId: Id; readonly kind: LoggedKind; readonly eventId: string }[]> => {
  const targets = await trx
    .selectFrom('subject_target')
    .select(['kind', 'environment_id as environmentId', 'event_id as eventId'])
    .where('request_id', '=', id)
    .execute();
  return targets.flatMap(({ kind, ...event }) => (isEntityCode(kind) ? [] : [{ ...event, kind: kindOfCode(kind) }]));
};

/** A part of an export; parts count from 0. Undefined behind the last one. */
export const readSubjectExportPart = async (
  trx: TenantTransaction,
  id: Id,
  part: number,
): Promise<Buffer | undefined> =>
  (
    await trx
      .selectFrom('subject_export')
      .select('data')
      .where('request_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst()
  )?.data;

/** Ends the exports of one person: what they hold was erased. */
export const endExportsOf = async (trx: TenantTransaction, environmentId: Id, valueDigest: string): Promise<void> => {
  const ended = await trx
    .updateTable('subject_request')
    .set({ status: 'Expired' })
    .where('environment_id', '=', environmentId)
    .where('type', '=', 'Export')
    .where('status', '=', 'Complete')
    .where('value_digest', '=', valueDigest)
    .returning('request_id as id')
    .execute();
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await trx.deleteFrom('subject_export').where('request_id', 'in', ids).execute();
};

/** Removes exports whose time is over and marks their requests; forgets requests that were over as long again. */
export const expireSubjectRequests = async (trx: TenantTransaction, now: Date, forgetBefore: Date): Promise<void> => {
  const over = await trx
    .updateTable('subject_request')
    .set({ status: 'Expired' })
    .where('status', '=', 'Complete')
    .where('expires_at', '<=', now)
    .returning('request_id as id')
    .execute();
  if (over.length > 0) {
    const ids = over.map(({ id }) => id);
    await trx.deleteFrom('subject_export').where('request_id', 'in', ids).execute();
  }
  await trx
    .deleteFrom('subject_request')
    .where('status', 'in', ['Expired', 'Cancelled'])
    .where((is) =>
      is.or([
        is('expires_at', '<=', forgetBefore),
        is.and([is('expires_at', 'is', null), is('decided_at', '<=', forgetBefore)]),
      ]),
    )
    .execute();
};

export const isSubjectApprovalRequired = async (trx: TenantTransaction, environmentId: Id): Promise<boolean> =>
  (
    await trx
      .selectFrom('subject_approval')
      .select('required')
      .where('environment_id', '=', environmentId)
      .executeTakeFirst()
  )?.required ?? false;

export const saveSubjectApproval = async (
  trx: TenantTransaction,
  place: { readonly tenantId: Id; readonly environmentId: Id },
  required: boolean,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = { required, changed_by: changed.by, changed_at: changed.at };
  await trx
    .insertInto('subject_approval')
    .values({ tenant_id: place.tenantId, environment_id: place.environmentId, ...content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'environment_id']).doUpdateSet(content))
    .execute();
};

/** Requests that are open and have to be answered between two moments. */
export const listDueSubjectRequests = (
  trx: TenantTransaction,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly { readonly id: Id; readonly environmentId: Id; readonly dueAt: Date }[]> =>
  trx
    .selectFrom('subject_request')
    .select(['request_id as id', 'environment_id as environmentId', 'due_at as dueAt'])
    .where('status', 'in', ['Pending', 'Processing', 'Failed'])
    .where('due_at', '>', from)
    .where('due_at', '<=', to)
    .orderBy('due_at')
    .execute();
