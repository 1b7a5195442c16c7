import type { ChangeState } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** Where the console shows a request; notices of the request lead there. */
export const changeLink = (id: Id): string => `/changes?change=${id}`;

/** A change of what decides that a user requested. */
export type StoredChangeRequest = {
  readonly id: Id;
  readonly environmentId: Id;
  /** Id of the call that makes the change. */
  readonly endpoint: string;
  /** What making and approving the change needs. */
  readonly permission: string;
  readonly target: { readonly type: string; readonly id: string; readonly name: string };
  /** Null once it is decided. */
  readonly payload: Json;
  readonly secrets: string | null;
  readonly differences: Json;
  readonly note: string;
  readonly askedById: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly state: ChangeState;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
};

const columns = [
  'request_id as id',
  'environment_id as environmentId',
  'endpoint',
  'permission',
  'target_type as targetType',
  'target_id as targetId',
  'target_name as targetName',
  'payload',
  'secrets',
  'differences',
  'note',
  'asked_by_id as askedById',
  'asked_by as askedBy',
  'asked_at as askedAt',
  'state',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
  'reason',
] as const;

type Row = Omit<StoredChangeRequest, 'target'> & {
  readonly targetType: string;
  readonly targetId: string;
  readonly targetName: string;
};

const requestOf = ({ targetType, targetId, targetName, ...row }: Row): StoredChangeRequest => ({
  ...row,
  target: { type: targetType, id: targetId, name: targetName },
});

export type NewChangeRequest = Omit<StoredChangeRequest, 'state' | 'decidedBy' | 'decidedAt' | 'reason'>;

export const insertChangeRequest = async (
  trx: TenantTransaction,
  tenantId: Id,
  request: NewChangeRequest,
): Promise<void> => {
  await trx
    .insertInto('change_request')
    .values({
      tenant_id: tenantId,
      request_id: request.id,
      environment_id: request.environmentId,
      endpoint: request.endpoint,
      permission: request.permission,
      target_type: request.target.type,
      target_id: request.target.id,
      target_name: request.target.name,
      payload: JSON.stringify(request.payload),
      secrets: request.secrets,
      differences: JSON.stringify(request.differences),
      note: request.note,
      asked_by_id: request.askedById,
      asked_by: request.askedBy,
      asked_at: request.askedAt,
      state: 'open',
    })
    .execute();
};

const oneRequest = (trx: TenantTransaction, environmentId: Id, id: Id) =>
  trx
    .selectFrom('change_request')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('request_id', '=', id);

/** A request of an environment, taken for this transaction. */
export const takeChangeRequest = async (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
): Promise<StoredChangeRequest | undefined> => {
  const row = await oneRequest(trx, environmentId, id).forUpdate().executeTakeFirst();
  return row && requestOf(row);
};

export const findChangeRequest = async (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
): Promise<StoredChangeRequest | undefined> => {
  const row = await oneRequest(trx, environmentId, id).executeTakeFirst();
  return row && requestOf(row);
};

/** Requests of an environment that need one of some permissions, newest first; those before an instant where given. */
export const listChangeRequests = async (
  trx: TenantTransaction,
  environmentId: Id,
  {
    open,
    permissions,
    before,
    limit,
  }: {
    readonly open: boolean;
    readonly permissions: readonly string[];
    readonly before?: { readonly at: Date; readonly id: Id } | undefined;
    readonly limit: number;
  },
): Promise<readonly StoredChangeRequest[]> => {
  if (permissions.length === 0) return [];
  let query = trx
    .selectFrom('change_request')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('permission', 'in', permissions)
    .where('state', open ? '=' : '!=', 'open');
  if (before) {
    query = query.where((is) =>
      is.or([
        is('asked_at', '<', before.at),
        is.and([is('asked_at', '=', before.at), is('request_id', '<', before.id)]),
      ]),
    );
  }
  const rows = await query.orderBy('asked_at', 'desc').orderBy('request_id', 'desc').limit(limit).execute();
  return rows.map(requestOf);
};

/** The newest request about a target among some calls, whatever became of it. */
export const newestChangeRequest = async (
  trx: TenantTransaction,
  targetId: string,
  endpoints: readonly string[],
): Promise<StoredChangeRequest | undefined> => {
  const row = await trx
    .selectFrom('change_request')
    .select(columns)
    .where('target_id', '=', targetId)
    .where('endpoint', 'in', endpoints)
    .orderBy('asked_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && requestOf(row);
};

/** Which of some targets have an open request. */
export const targetsWithOpenRequest = async (
  trx: TenantTransaction,
  targetIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (targetIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('change_request')
    .select('target_id')
    .distinct()
    .where('target_id', 'in', targetIds)
    .where('state', '=', 'open')
    .execute();
  return new Set(rows.map((row) => row.target_id));
};

export const countOpenChangeRequests = async (trx: TenantTransaction, environmentId: Id): Promise<number> => {
  const { open } = await trx
    .selectFrom('change_request')
    .select((select) => select.fn.countAll<number>().as('open'))
    .where('environment_id', '=', environmentId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return open;
};

type Decided = { readonly by: string; readonly at: Date; readonly reason?: string };

/** Ends a request; what it would have sent is forgotten. */
export const endChangeRequest = async (
  trx: TenantTransaction,
  id: Id,
  state: Exclude<ChangeState, 'open'>,
  { by, at, reason }: Decided,
): Promise<void> => {
  await trx
    .updateTable('change_request')
    .set({ state, decided_by: by, decided_at: at, reason: reason ?? null, payload: null, secrets: null })
    .where('request_id', '=', id)
    .execute();
};

/** Withdraws what the same person asked for before with the same call for the same target; operators differ by name. */
export const replaceChangeRequests = async (
  trx: TenantTransaction,
  {
    environmentId,
    endpoint,
    target,
    askedById,
    askedBy,
  }: Pick<StoredChangeRequest, 'environmentId' | 'endpoint' | 'target' | 'askedById' | 'askedBy'>,
  { by, at }: Decided,
): Promise<void> => {
  await trx
    .updateTable('change_request')
    .set({ state: 'withdrawn', decided_by: by, decided_at: at, payload: null, secrets: null })
    .where('environment_id', '=', environmentId)
    .where('endpoint', '=', endpoint)
    .where('target_id', '=', target.id)
    .where('asked_by_id', '=', askedById)
    .where('asked_by', '=', askedBy)
    .where('state', '=', 'open')
    .execute();
};
