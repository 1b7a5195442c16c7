import type { BoosterAnswer, BoosterState } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';

/** What became of one purchase that a connector is for. */
export type SharingRow = {
  readonly environmentId: Id;
  readonly eventId: string;
  readonly receivedAt: Date;
  readonly state: BoosterState;
  readonly attempts: number;
  readonly connector: string | null;
  readonly bin: string | null;
  readonly network: string | null;
  readonly httpStatus: number | null;
  readonly answer: BoosterAnswer | null;
  readonly reference: string | null;
  readonly problem: string | null;
  readonly finishedAt: Date | null;
};

/** The newest sharings of some environments. */
export const listSharings = (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  most: number,
): Promise<readonly SharingRow[]> =>
  trx
    .selectFrom('booster_sharing')
    .select([
      'environment_id as environmentId',
      'event_id as eventId',
      'received_at as receivedAt',
      'state',
      'attempts',
      'connector',
      'bin',
      'network',
      'http_status as httpStatus',
      'answer',
      'reference',
      'problem',
      'finished_at as finishedAt',
    ])
    .where('environment_id', 'in', environmentIds)
    .where('connector', 'is not', null)
    .orderBy('received_at', 'desc')
    .orderBy('position', 'desc')
    .limit(most)
    .execute();

export type SharingCount = {
  readonly connector: string;
  readonly state: BoosterState;
  readonly answer: BoosterAnswer | null;
  readonly purchases: number;
};

/** How many purchases since a time came to what, by connector. */
export const countSharings = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  from: Date,
): Promise<readonly SharingCount[]> => {
  const rows = await trx
    .selectFrom('booster_sharing')
    .select((eb) => [
      eb.ref('connector').$notNull().as('connector'),
      'state',
      'answer',
      eb.fn.countAll<string>().as('purchases'),
    ])
    .where('environment_id', 'in', environmentIds)
    .where('received_at', '>=', from)
    .where('connector', 'is not', null)
    .groupBy(['connector', 'state', 'answer'])
    .orderBy('connector')
    .execute();
  return rows.map(({ purchases, ...row }) => ({ ...row, purchases: Number(purchases) }));
};

/** Ids of the newest approved purchases of an environment, to show what would be shared of one. */
export const listApprovedPurchases = async (
  trx: TenantTransaction,
  environmentId: Id,
  most: number,
): Promise<readonly string[]> => {
  const rows = await trx
    .selectFrom('event_search')
    .select('event_id')
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kindCodeOf('purchase'))
    .where('decision', '=', 'Approve')
    .where('historical', '=', false)
    .orderBy('event_time', 'desc')
    .orderBy('position', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ event_id: id }) => id);
};
