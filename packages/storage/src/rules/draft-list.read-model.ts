import type { TenantTransaction } from '../database/database.ts';

export type DraftListItem = {
  readonly ruleId: string;
  readonly assessment: string;
  readonly name: string;
  readonly savedAt: Date;
};

const NEWEST = 10;

/** Unpublished drafts a person saved last in an environment, newest first, at most ten. */
export const listDraftsOf = async (
  trx: TenantTransaction,
  owner: { readonly environmentId: string; readonly savedBy: string },
): Promise<readonly DraftListItem[]> =>
  trx
    .selectFrom('rule_draft')
    .innerJoin('rule', (join) =>
      join.onRef('rule.tenant_id', '=', 'rule_draft.tenant_id').onRef('rule.rule_id', '=', 'rule_draft.rule_id'),
    )
    .select(['rule.rule_id as ruleId', 'rule.assessment', 'rule.name', 'rule_draft.saved_at as savedAt'])
    .where('rule.environment_id', '=', owner.environmentId)
    .where('rule_draft.saved_by', '=', owner.savedBy)
    .orderBy('rule_draft.saved_at', 'desc')
    .limit(NEWEST)
    .execute();
