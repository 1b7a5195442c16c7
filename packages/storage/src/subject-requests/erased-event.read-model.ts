import type { LoggedAssessmentKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';

/** Whether an event was erased; of its id only the keyed hash is known. */
export const wasErased = (
  database: Database,
  event: {
    readonly tenantId: Id;
    readonly environmentId: Id;
    readonly kind: LoggedAssessmentKind;
    readonly idHash: string;
  },
): Promise<boolean> =>
  database.readTenant(event.tenantId, async (trx) => {
    const row = await trx
      .selectFrom('erased_event')
      .select('position')
      .where('tenant_id', '=', event.tenantId)
      .where('environment_id', '=', event.environmentId)
      .where('kind', '=', kindCodeOf(event.kind))
      .where('id_hash', '=', event.idHash)
      .executeTakeFirst();
    return row !== undefined;
  });
