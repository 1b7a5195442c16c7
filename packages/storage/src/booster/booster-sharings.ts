import type { BoosterAnswer, BoosterAttribute } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { Database } from '../database/database.ts';
import { kindCodeOf } from '../log/log-event.ts';
import { asIngest } from '../log/read-log.ts';

/** A purchase of an environment, by its id. */
export type SharedPurchase = { readonly tenantId: Id; readonly environmentId: Id; readonly eventId: string };

/** What was chosen at the first attempt to share a purchase, and holds for every later one. */
export type SharingPlan = {
  /** The environment whose setting it was, and whose call is made. */
  readonly settingEnvironmentId: Id;
  readonly callId: Id;
  readonly connector: string;
  readonly attributes: readonly BoosterAttribute[];
  readonly holdoutPercent: number;
  readonly bin: string | null;
  readonly network: string | null;
  readonly currency: string | null;
};

/** A purchase that this node may share now. */
export type ClaimedSharing = SharedPurchase & {
  readonly receivedAt: Date;
  /** Attempts so far, without this one. */
  readonly attempts: number;
  /** Null at the first attempt. */
  readonly plan: SharingPlan | null;
};

const PURCHASE = kindCodeOf('purchase');

type Row = {
  readonly t: string;
  readonly e: string;
  readonly i: string;
  readonly receivedAt: Date;
  readonly attempts: number;
  readonly settingEnvironmentId: string | null;
  readonly callId: string | null;
  readonly connector: string | null;
  readonly attributes: readonly BoosterAttribute[] | null;
  readonly holdoutPercent: number | null;
  readonly bin: string | null;
  readonly network: string | null;
  readonly currency: string | null;
};

const planOf = ({ settingEnvironmentId, callId, connector, attributes, ...row }: Row): SharingPlan | null => {
  if (settingEnvironmentId === null || callId === null || connector === null || attributes === null) return null;
  const { holdoutPercent, bin, network, currency } = row;
  return {
    settingEnvironmentId,
    callId,
    connector,
    attributes,
    holdoutPercent: holdoutPercent ?? 0,
    bin,
    network,
    currency,
  };
};

/** Whether an environment of any tenant shares purchases, or one that was noted still waits. */
export const isAnythingShared = async (database: Database): Promise<boolean> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  if (tenantIds.length === 0) return false;
  return asIngest(database.pools.ingest, tenantIds, async (client) => {
    const { rows } = await client.query<{ shares: boolean }>(
      `select exists (select from booster_setting where opted_in)
           or exists (select from booster_sharing where state = 'waiting') as shares`,
    );
    return rows[0]?.shares ?? false;
  });
};

/**
 * Takes purchases that are due for longest. A node that dies keeps them for `leaseMs`; then another one tries again, with the
 * same idempotency key. The commit of the claim also writes down what noted the purchase.
 */
export const claimSharings = async (
  database: Database,
  { most, leaseMs }: { readonly most: number; readonly leaseMs: number },
): Promise<readonly ClaimedSharing[]> => {
  const tenantIds = (await database.listTenants()).map(({ tenantId }) => tenantId);
  if (tenantIds.length === 0) return [];
  return asIngest(database.pools.ingest, tenantIds, async (client) => {
    const { rows } = await client.query<Row>(
      `with due as (
         select tenant_id, environment_id, kind, event_id from booster_sharing
          where state = 'waiting' and due_at <= now() order by due_at limit $1 for update skip locked)
       update booster_sharing s set attempts = s.attempts + 1, due_at = now() + $2 * interval '1 millisecond'
         from due d
        where s.tenant_id = d.tenant_id and s.environment_id = d.environment_id and s.kind = d.kind
          and s.event_id = d.event_id
       returning s.tenant_id as t, s.environment_id as e, s.event_id as i, s.received_at as "receivedAt",
         s.attempts - 1 as attempts, s.setting_environment_id as "settingEnvironmentId", s.call_id as "callId",
         s.connector, s.attributes, s.holdout_percent as "holdoutPercent", s.bin, s.network, s.currency`,
      [most, leaseMs],
    );
    return rows.map((row) => {
      const { t, e, i, receivedAt, attempts } = row;
      return { tenantId: t, environmentId: e, eventId: i, receivedAt, attempts, plan: planOf(row) };
    });
  });
};

const keyOf = ({ tenantId, environmentId, eventId }: SharedPurchase) => [tenantId, environmentId, PURCHASE, eventId];
const OF_KEY = 'tenant_id = $1 and environment_id = $2 and kind = $3 and event_id = $4';

/** Keeps what was chosen before anything is sent; as held out where it is not to be sent. */
export const saveSharingPlan = (
  database: Database,
  purchase: SharedPurchase,
  { settingEnvironmentId, callId, connector, attributes, holdoutPercent, bin, network, currency }: SharingPlan,
  isHeldOut: boolean,
): Promise<void> =>
  asIngest(database.pools.ingest, [purchase.tenantId], async (client) => {
    await client.query(
      `update booster_sharing set setting_environment_id = $5, call_id = $6, connector = $7, attributes = $8,
          holdout_percent = $9, bin = $10, network = $11, currency = $12,
          state = case when $13 then 'heldOut' else state end, finished_at = case when $13 then now() end,
          attempts = case when $13 then 0 else attempts end
        where ${OF_KEY}`,
      [
        ...keyOf(purchase),
        settingEnvironmentId,
        callId,
        connector,
        [...attributes],
        holdoutPercent,
        bin,
        network,
        currency,
        isHeldOut,
      ],
    );
  });

/** What came of an attempt: taken, given up, or to be tried again later. */
export type SharingOutcome = {
  readonly state: 'sent' | 'failed' | 'waiting';
  /** 0 where no answer came. */
  readonly httpStatus: number;
  readonly answer: BoosterAnswer | null;
  /** What the issuer knows it by. */
  readonly reference: string | null;
  readonly problem: string | null;
  /** Until the next attempt. */
  readonly delayMs?: number;
};

export const saveSharingOutcome = (
  database: Database,
  purchase: SharedPurchase,
  { state, httpStatus, answer, reference, problem, delayMs = 0 }: SharingOutcome,
): Promise<void> =>
  asIngest(database.pools.ingest, [purchase.tenantId], async (client) => {
    await client.query(
      `update booster_sharing set state = $5, http_status = nullif($6::integer, 0), answer = $7, reference = $8,
          problem = $9, due_at = now() + $10 * interval '1 millisecond',
          finished_at = case when $5 = 'waiting' then null else now() end
        where ${OF_KEY}`,
      [...keyOf(purchase), state, httpStatus, answer, reference, problem, delayMs],
    );
  });

/** Forgets a purchase that no connector is for, or that is not to be shared any more. */
export const dropSharing = (database: Database, purchase: SharedPurchase): Promise<void> =>
  asIngest(database.pools.ingest, [purchase.tenantId], async (client) => {
    await client.query(`delete from booster_sharing where ${OF_KEY}`, keyOf(purchase));
  });
