import { fail, nameKey, type AssessmentName, type BacktestBaseline } from '@redoubt/domain';
import type { BacktestResult } from '@redoubt/contracts';
import type { DataSources } from '@redoubt/enrichment';
import type { RuleSource } from '@redoubt/fql';
import { type Clock, type Id } from '@redoubt/kernel';
import { listRules, ruleStore, type Database, type TenantTransaction } from '@redoubt/storage';
import { findEnvironment } from '../environments/find-environment.ts';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';
import type { BacktestRequest } from './prepare-backtest.ts';
import { runBacktest, type BacktestProgress } from './run-backtest.ts';

/** A rule to try: the one of that name, or a text that takes its place or, where there is none, the last. */
export type NamedRule = {
  readonly name: string;
  readonly text?: {
    readonly condition: string;
    readonly clauses: readonly { readonly name: string; readonly code: string }[];
  };
};

export type BacktestRuleOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly installationKey: HashingKey;
  /** See `RunBacktestOptions`. */
  readonly data?: DataSources | undefined;
  /** Id of an environment, or its name where only one has it. */
  readonly environment: string;
  readonly assessment: AssessmentName;
  readonly rule: NamedRule;
  readonly baseline: BacktestBaseline;
  readonly from: Date;
  readonly to: Date;
  readonly onProgress: (progress: BacktestProgress) => void;
  readonly signal: AbortSignal;
};

export type BacktestedRuleResult = {
  readonly environmentName: string;
  readonly ruleName: string;
  /** What was tried: the text that was given, the rule's draft, or what is published of it. */
  readonly tried: 'given' | 'draft' | 'published';
  readonly result: BacktestResult;
};

const textOf = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
  { name, text }: NamedRule,
): Promise<{
  readonly id: Id | null;
  readonly name: string;
  readonly text: RuleSource;
  readonly tried: BacktestedRuleResult['tried'];
}> => {
  const rules = await listRules(trx, [environmentId], assessment, 'decision');
  const rule = rules.find((each) => nameKey(each.name) === nameKey(name));
  if (text !== undefined) {
    // Ids that say in a list of problems which clause is meant.
    const clauses = text.clauses.map((clause, index) => ({ ...clause, id: `clause ${index + 1} (${clause.name})` }));
    return { id: rule?.id ?? null, name: rule?.name ?? name, text: { ...text, clauses }, tried: 'given' };
  }
  if (rule === undefined) throw fail('RULE-UNKNOWN', { id: name });
  const { condition, clauses } = (await ruleStore.findDraft(trx, rule.id)) ?? rule;
  const tried = rule.draft === null ? 'published' : 'draft';
  return { id: rule.id, name: rule.name, text: { condition, clauses: [...clauses] }, tried };
};

/**
 * A backtest for an operator beside the server, in whatever tenant. Nothing is written.
 *
 * @throws `ENV-UNKNOWN`, `RULE-UNKNOWN`, `RULE-NOT-PUBLISHABLE`, `BACKTEST-TOO-LARGE`; the signal's reason when aborted.
 */
export const backtestRule = async (options: BacktestRuleOptions): Promise<BacktestedRuleResult> => {
  const { environment, assessment, rule, ...common } = options;
  const { tenantId, id: environmentId, name: environmentName } = await findEnvironment(common.database, environment);
  const found = await common.database.readTenant(tenantId, (trx) => textOf(trx, environmentId, assessment, rule));
  const { baseline, from, to } = common;
  const request: BacktestRequest = {
    environmentId,
    assessment,
    ruleId: found.id,
    ruleName: found.name,
    text: found.text,
    baseline,
    from,
    to,
  };
  const result = await runBacktest({
    ...common,
    tenantId,
    installationKey: hashingKeysOf(common.installationKey).of(tenantId),
    request,
  });
  return { environmentName, ruleName: found.name, tried: found.tried, result };
};
