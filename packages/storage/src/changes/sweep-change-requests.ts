import { isIdentifying, type ChangeState } from '@redoubt/domain';
import { isJsonObject, type Id, type Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { changeLink, endChangeRequest } from './change-request.repository.ts';

/** Whether something that would be sent says a value: in a text, or in a file that is no UTF-8. */
const says = (value: Json, wanted: string): boolean => {
  if (Array.isArray(value)) return (value as readonly Json[]).some((each) => says(each, wanted));
  if (isJsonObject(value)) {
    const { base64 } = value;
    if (typeof base64 === 'string' && Buffer.from(base64, 'base64').toString('latin1').toLowerCase().includes(wanted))
      return true;
    return Object.values(value).some((each) => says(each, wanted));
  }
  return typeof value === 'string' && value.toLowerCase().includes(wanted);
};

/** A request that says a value, and the texts of it that do. */
type NamingRequest = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly endpoint: string;
  readonly state: ChangeState;
  readonly askedAt: Date;
  /** Null where they do not say it. */
  readonly target: string | null;
  readonly note: string | null;
  readonly reason: string | null;
};

const findNaming = async (trx: TenantTransaction, value: string): Promise<readonly NamingRequest[]> => {
  const wanted = value.trim().toLowerCase();
  if (!isIdentifying(wanted)) return [];
  const requests = await trx
    .selectFrom('change_request')
    .select(['request_id as id', 'environment_id as environmentId', 'endpoint', 'state', 'asked_at as askedAt'])
    .select(['target_id as targetId', 'target_name as target', 'note', 'reason', 'payload', 'differences'])
    .forUpdate()
    .execute();
  return requests.flatMap(({ payload, differences, targetId, target, note, reason, ...request }) => {
    const naming = {
      ...request,
      target: says([target, targetId], wanted) ? target : null,
      note: says(note, wanted) ? note : null,
      reason: says(reason, wanted) ? reason : null,
    };
    const texts = [naming.target, naming.note, naming.reason];
    const isNamed = says([payload, differences], wanted) || texts.some((each) => each !== null);
    return isNamed ? [naming] : [];
  });
};

/** Stands in a request for the name of what it is about. */
const FORGOTTEN = '…';

/**
 * Forgets what requests say of an erased person: open ones that name them are taken back with what they would send, and no
 * request that names them, decided or not, keeps its differences, nor the note, the reason or the name that says it. Notices
 * of such requests go, for they repeat them.
 *
 * @returns how many requests named the person.
 */
export const sweepChangeRequests = async (
  trx: TenantTransaction,
  value: string,
  erased: { readonly by: string; readonly at: Date },
): Promise<number> => {
  const naming = await findNaming(trx, value);
  for (const { id, state, target, note, reason } of naming) {
    if (state === 'open') await endChangeRequest(trx, id, 'withdrawn', erased);
    await trx
      .updateTable('change_request')
      .set({
        differences: JSON.stringify([]),
        ...(target === null ? {} : { target_id: FORGOTTEN, target_name: FORGOTTEN }),
        ...(note === null ? {} : { note: '' }),
        ...(reason === null ? {} : { reason: null }),
      })
      .where('request_id', '=', id)
      .execute();
    await trx.deleteFrom('notice').where('link', '=', changeLink(id)).execute();
  }
  return naming.length;
};

/** Requests of some environments that say a value, for the export of a person; texts that do not say it are left out. */
export const findNamingChangeRequests = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  value: string,
): Promise<readonly NamingRequest[]> =>
  (await findNaming(trx, value)).filter(({ environmentId }) => environmentIds.includes(environmentId));
