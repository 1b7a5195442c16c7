import type { Clock, Id } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import { raiseNoticeOnce } from '../notices/raise-notice.ts';

/** A call that kept failing, and is not made for now. */
export type SuspendedCall = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly id: Id;
  readonly name: string;
};

/** Tells people that a call is suspended, once an hour of each; events never wait for that, nor fail with it. */
export const noticeSuspendedCall =
  (database: Database, clock: Clock) =>
  ({ tenantId, environmentId, id, name }: SuspendedCall): void => {
    const hour = new Date(clock.now()).toISOString().slice(0, 13);
    database
      .inTenant(tenantId, (trx) =>
        raiseNoticeOnce(trx, { clock, tenantId }, `${id} ${hour}`, {
          code: 'CALL-SUSPENDED',
          severity: 'Error',
          params: { name },
          link: `/data/externalcalls?call=${id}`,
          environmentId,
        }),
      )
      .catch((error: unknown) => database.log.warn({ err: error, tenantId }, 'a notice could not be raised'));
  };
