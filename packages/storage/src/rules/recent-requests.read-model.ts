import type { LoggedKind } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { isErased } from '../log/log-event.ts';
import { decodeSegment } from '../log/segment-codec.ts';

const SEGMENTS = 4;

/** Bodies of the newest events of a kind in an environment, newest first, card data masked; from its newest segments. */
export const readRecentRequests = async (
  trx: TenantTransaction,
  place: { readonly tenantId: Id; readonly environmentId: Id; readonly kind: LoggedKind },
  limit: number,
): Promise<readonly Json[]> => {
  const segments = await trx
    .selectFrom('segment')
    .select(['tenant_id', 'environment_id', 'first_position', 'codec', 'heads', 'data'])
    .where('tenant_id', '=', place.tenantId)
    .where('environment_id', '=', place.environmentId)
    .orderBy('first_position', 'desc')
    .limit(SEGMENTS)
    .execute();
  const requests: Json[] = [];
  for (const segment of segments) {
    const events = decodeSegment(segment).filter((event) => event.kind === place.kind && !isErased(event));
    for (const { requestText } of events.toReversed()) {
      if (requests.length === limit) return requests;
      requests.push(JSON.parse(requestText) as Json);
    }
  }
  return requests;
};
