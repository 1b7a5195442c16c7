import { canonicalJson, type Json } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

export type PlanUnit = {
  readonly hash: string;
  readonly kind: 'rule' | 'list' | 'velocitySet' | 'function' | 'call' | 'assessment' | 'schema';
  readonly content: Json;
};

type PlanRecord = {
  readonly planId: string;
  readonly environmentId: string;
  readonly manifest: Json;
  /** What the manifest names by hash. */
  readonly units: readonly PlanUnit[];
};

/** Keeps a plan and its units for good; ones already kept stay as they are. */
export const recordPlan = async (
  trx: TenantTransaction,
  tenantId: string,
  record: PlanRecord,
  at: Date,
): Promise<void> => {
  for (const unit of record.units) {
    await trx
      .insertInto('plan_unit')
      .values({ tenant_id: tenantId, unit_hash: unit.hash, kind: unit.kind, content: canonicalJson(unit.content) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await trx
    .insertInto('plan')
    .values({
      tenant_id: tenantId,
      plan_id: record.planId,
      environment_id: record.environmentId,
      manifest: canonicalJson(record.manifest),
      recorded_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Which of these plans are kept already. */
export const knownPlanIds = async (
  trx: TenantTransaction,
  planIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (planIds.length === 0) return new Set();
  const rows = await trx.selectFrom('plan').select('plan_id').where('plan_id', 'in', planIds).execute();
  return new Set(rows.map((row) => row.plan_id));
};

export const findPlanManifest = async (trx: TenantTransaction, planId: string): Promise<Json | undefined> => {
  const row = await trx.selectFrom('plan').select('manifest').where('plan_id', '=', planId).executeTakeFirst();
  return row?.manifest;
};

/** Units by hash. */
export const findPlanUnits = async (
  trx: TenantTransaction,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Json>> => {
  if (hashes.length === 0) return new Map();
  const rows = await trx
    .selectFrom('plan_unit')
    .select(['unit_hash', 'content'])
    .where('unit_hash', 'in', hashes)
    .execute();
  return new Map(rows.map((row) => [row.unit_hash, row.content]));
};

/**
 * Holds the tenant's plan still for this transaction and returns its version: a transaction that changes what a plan is
 * made of must move the head on before committing, and waits for us. 0 for a tenant whose plan never changed.
 */
export const holdPlanHead = async (trx: TenantTransaction, tenantId: string, at: Date): Promise<number> => {
  await trx
    .insertInto('plan_head')
    .values({ tenant_id: tenantId, version: 0, changed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const head = await trx.selectFrom('plan_head').select('version').forShare().executeTakeFirstOrThrow();
  return head.version;
};
