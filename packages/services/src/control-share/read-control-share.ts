import type { ControlShareDetail } from '@redoubt/contracts';
import { allows, DEFAULT_CONTROL_SHARE, environmentPath } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findControlShare,
  listControlledRules,
  listEnvironments,
  type ControlledRuleName,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';

/** A rule whose purchases may have a share of their own. */
export type NamedRule = ControlledRuleName & {
  readonly environment: string;
  /** How many environments above this one it stands; 0 here. */
  readonly above: number;
};

/** Rules that decide purchases of an environment: its own, then those of its ancestors, the nearest first. */
export const readControlledRules = async (trx: TenantTransaction, environmentId: Id): Promise<readonly NamedRule[]> => {
  const byId = new Map((await listEnvironments(trx)).map((each) => [each.id, each]));
  const path = [environmentId, ...environmentPath(environmentId, byId).parentIds];
  const rules = await listControlledRules(trx, path);
  return path.flatMap((id, above) =>
    rules
      .filter((rule) => rule.environmentId === id)
      .map((rule) => ({ ...rule, above, environment: byId.get(id)?.name ?? id })),
  );
};

/** What an environment chose, with the rules that it can choose for. Shares of rules that are gone are left out. */
export const readControlShareDetail = async (
  trx: TenantTransaction,
  { environmentId, capabilities }: EnvironmentContext,
): Promise<ControlShareDetail> => {
  const stored = await findControlShare(trx, environmentId);
  const { sharePercent, decisions, limits, rules } = stored?.share ?? DEFAULT_CONTROL_SHARE;
  const named = await readControlledRules(trx, environmentId);
  const known = new Set(named.map(({ ruleId }) => ruleId));
  return {
    sharePercent,
    decisions: [...decisions],
    limits: limits.map((limit) => ({ ...limit })),
    rules: rules.filter(({ ruleId }) => known.has(ruleId)).map((rule) => ({ ...rule })),
    ruleNames: named.map(({ ruleId, name, environment }) => ({ ruleId, name, environment })),
    changed: stored ? { by: stored.changedBy, at: stored.changedAt.toISOString() } : null,
    version: tagOf(stored?.version ?? 0),
    canWrite: allows(capabilities, 'decisionRules:write'),
  };
};
