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
 * Takes back open requests whose call names an erased person, with what they would send: who asked asks again without.
 *
 * @returns how many were taken back.
 */
export const sweepChangeRequests = async (
  trx: TenantTransaction,
  value: string,
  erased: { readonly by: string; readonly at: Date },
): Promise<number> => {
  const wanted = value.trim().toLowerCase();
  if (!isTelling(wanted)) return 0;
  const open = await trx
    .selectFrom('change_request')
    .select(['request_id as id', 'payload'])
    .where('state', '=', 'open')
    .forUpdate()
    .execute();
  const naming = open.filter(({ payload }) => says(payload, wanted));
  for (const { id } of naming) await endChangeRequest(trx, id, 'withdrawn', erased);
  return naming.length;
};
