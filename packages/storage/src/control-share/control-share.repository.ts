import type { ControlShare } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** What an environment chose; its version counts from 1. */
export type StoredControlShare = {
  readonly share: ControlShare;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

const SHARE_COLUMNS = ['share_percent as sharePercent', 'decisions', 'limits', 'rules'] as const;

/** Undefined where the environment chose nothing. */
export const findControlShare = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<StoredControlShare | undefined> => {
  const row = await trx
    .selectFrom('control_share')
    .select([...SHARE_COLUMNS, 'changed_by as changedBy', 'changed_at as changedAt', 'version'])
    .where('environment_id', '=', environmentId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { changedBy, changedAt, version, ...share } = row;
  return { share, changedBy, changedAt, version };
};

/** Of all environments of the tenant, by environment. */
export const listControlShares = async (trx: TenantTransaction): Promise<ReadonlyMap<Id, ControlShare>> => {
  const rows = await trx
    .selectFrom('control_share')
    .select([...SHARE_COLUMNS, 'environment_id as environmentId'])
    .execute();
  return new Map(rows.map(({ environmentId, ...share }) => [environmentId, share]));
};

export const saveControlShare = async (
  trx: TenantTransaction,
  tenantId: Id,
  environmentId: Id,
  { sharePercent, decisions, limits, rules }: ControlShare,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = {
    share_percent: sharePercent,
    decisions: [...decisions],
    limits: JSON.stringify(limits),
    rules: JSON.stringify(rules),
    changed_by: by,
    changed_at: at,
  };
  await trx
    .insertInto('control_share')
    .values({ tenant_id: tenantId, environment_id: environmentId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id'])
        .doUpdateSet((eb) => ({ ...content, version: eb('control_share.version', '+', 1) })),
    )
    .execute();
};

/** A rule that decides purchases in production, with a draft or published. */
export type ControlledRuleName = { readonly ruleId: Id; readonly environmentId: Id; readonly name: string };

/** Rules of some environments that decide purchases, in their order. */
export const listControlledRules = (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
): Promise<readonly ControlledRuleName[]> =>
  trx
    .selectFrom('rule')
    .select(['rule_id as ruleId', 'environment_id as environmentId', 'name'])
    .where('environment_id', 'in', environmentIds)
    .where('assessment', '=', 'purchase')
    .where('type', '=', 'decision')
    .where('branch_id', 'is', null)
    .orderBy('order_index')
    .orderBy('name')
    .execute();
