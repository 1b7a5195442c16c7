import { isTelling } from '@redoubt/domain';
import { isJsonObject, type Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { endChangeRequest } from './change-request.repository.ts';

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

/**
 * Forgets what requests say of an erased person: open ones that name them are taken back with what they would send,
 * and no request that names them, decided or not, keeps its differences.
 *
 * @returns how many requests named the person.
 */
export const sweepChangeRequests = async (
  trx: TenantTransaction,
  value: string,
  erased: { readonly by: string; readonly at: Date },
): Promise<number> => {
  const wanted = value.trim().toLowerCase();
  if (!isTelling(wanted)) return 0;
  const requests = await trx
    .selectFrom('change_request')
    .select(['request_id as id', 'state', 'payload', 'differences'])
    .forUpdate()
    .execute();
  const naming = requests.filter(({ payload, differences }) => says(payload, wanted) || says(differences, wanted));
  for (const { id, state } of naming) {
    if (state === 'open') await endChangeRequest(trx, id, 'withdrawn', erased);
    await trx
      .updateTable('change_request')
      .set({ differences: JSON.stringify([]) })
      .where('request_id', '=', id)
      .execute();
  }
  return naming.length;
};
