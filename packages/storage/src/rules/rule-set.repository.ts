import { DEFAULT_RUN_MODE, type RunMode } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

export type RuleSetKey = {
  readonly environmentId: string;
  readonly assessment: string;
  /** Absent or null for production. */
  readonly branchId?: string | null;
};

export type StoredRuleSet = RuleSetKey & {
  readonly runMode: RunMode;
  /** The sample new rules start with; null for the one of the product. */
  readonly samplePayload: Json | null;
  readonly version: number;
};

/** What people choose for a rule set; what is absent stays as it is. */
export type RuleSetChange = { readonly runMode?: RunMode; readonly samplePayload?: Json | null };

/** Order and settings of a rule set that was never changed. */
const UNTOUCHED = { runMode: DEFAULT_RUN_MODE, samplePayload: null, version: 0 } as const;

/** The rule set of an assessment in an environment; version 0 until its first change. */
export const readRuleSet = async (trx: TenantTransaction, key: RuleSetKey): Promise<StoredRuleSet> => {
  const settings = ['run_mode as runMode', 'sample_payload as samplePayload', 'version'] as const;
  const row = key.branchId
    ? await trx.selectFrom('rule_branch').select(settings).where('branch_id', '=', key.branchId).executeTakeFirst()
    : await trx
        .selectFrom('rule_set')
        .select(settings)
        .where('environment_id', '=', key.environmentId)
        .where('assessment', '=', key.assessment)
        .executeTakeFirst();
  return { ...key, ...UNTOUCHED, ...row };
};

/**
 * Takes the rule set for this transaction, so that writers of one set and of its branches take turns, and returns the one
 * of the key as it stands. Locks are taken in one order everywhere: rule set, rule, plan head.
 */
export const lockRuleSet = async (
  trx: TenantTransaction,
  tenantId: string,
  key: RuleSetKey,
): Promise<StoredRuleSet> => {
  await trx
    .insertInto('rule_set')
    .values({
      tenant_id: tenantId,
      environment_id: key.environmentId,
      assessment: key.assessment,
      run_mode: UNTOUCHED.runMode,
      version: UNTOUCHED.version,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .selectFrom('rule_set')
    .select('version')
    .where('environment_id', '=', key.environmentId)
    .where('assessment', '=', key.assessment)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return readRuleSet(trx, key);
};

/** Moves the set's tag on, with what was chosen anew. */
export const touchRuleSet = async (
  trx: TenantTransaction,
  key: RuleSetKey,
  { runMode, samplePayload }: RuleSetChange = {},
): Promise<void> => {
  const sample = samplePayload === null ? null : JSON.stringify(samplePayload);
  const change = {
    version: sql<number>`version + 1`,
    ...(runMode === undefined ? {} : { run_mode: runMode }),
    ...(samplePayload === undefined ? {} : { sample_payload: sample }),
  };
  if (key.branchId) {
    await trx.updateTable('rule_branch').set(change).where('branch_id', '=', key.branchId).execute();
    return;
  }
  await trx
    .updateTable('rule_set')
    .set(change)
    .where('environment_id', '=', key.environmentId)
    .where('assessment', '=', key.assessment)
    .execute();
};

/** Writes the order of published rules: their positions from 1. */
export const saveRuleOrder = async (trx: TenantTransaction, ruleIds: readonly string[]): Promise<void> => {
  if (ruleIds.length === 0) return;
  const rows = JSON.stringify(ruleIds.map((rule_id, index) => ({ rule_id, order_index: index + 1 })));
  await sql`
    update rule set order_index = wanted.order_index
      from jsonb_to_recordset(${rows}::jsonb) as wanted (rule_id uuid, order_index integer)
     where rule.rule_id = wanted.rule_id`.execute(trx);
};

/** Run modes of the sets of several environments; sets that were never changed are absent. */
export const listRuleSets = async (trx: TenantTransaction, assessment: string): Promise<readonly StoredRuleSet[]> =>
  trx
    .selectFrom('rule_set')
    .select([
      'environment_id as environmentId',
      'assessment',
      'run_mode as runMode',
      'sample_payload as samplePayload',
      'version',
    ])
    .where('assessment', '=', assessment)
    .execute();
