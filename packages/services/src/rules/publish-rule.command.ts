import type { PublishedRuleDetail, RuleText } from '@redoubt/contracts';
import { fail, isDefaultName, type AssessmentName } from '@redoubt/domain';
import { canonicalJson, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import { deleteRuleDraft, findRuleDraft, lockRuleSet, type StoredRuleText } from '@redoubt/storage';
import { requireNoExperiment } from './branch-scope.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { takeResource } from '../resources/resource.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { publishText } from './publish-text.ts';
import { ruleResource } from './rule-resource.ts';
import { requireRuleName, ruleSetKey } from './rule-scope.ts';
import { storableText } from '../symbols/rule-text.ts';
import { inTransaction } from '../unit-of-work.ts';

export type PublishInput = {
  /** Tag of the rule as the caller saw it. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  /** Publish the draft although the rule changed meanwhile. */
  readonly overwrite: boolean;
  /** See `Publication`. */
  readonly imported?: boolean;
  /** What to publish in place of the draft: the draft as it was when its publication was requested. */
  readonly text?: (RuleText & { readonly basedOnVersion: number }) | undefined;
};

/** The text of the draft and of nothing else. */
const textOf = ({ condition, clauses, samplePayload }: StoredRuleText): StoredRuleText => ({
  condition,
  clauses,
  samplePayload,
});

const sameText = (a: StoredRuleText, b: StoredRuleText): boolean =>
  canonicalJson(asJson(a)) === canonicalJson(asJson(b));

/** Names that the console gives until a person does: reports and answers would show them. */
const namesToGive = (name: string, { clauses }: StoredRuleText): PublishedRuleDetail['warnings'] => {
  const message = (given: string): string => `“${given}” says nothing of what is decided; reports show it. Rename it.`;
  return [
    ...(isDefaultName('rule', name) ? [{ path: 'name', message: message(name) }] : []),
    ...clauses.flatMap((clause, index) =>
      isDefaultName('clause', clause.name) ? [{ path: `clauses[${index}].name`, message: message(clause.name) }] : [],
    ),
  ];
};

const asJson = (text: StoredRuleText): Json => textOf(text) as unknown as Json;

/**
 * Publishes the draft: a new version decides from the next event on. A rule that is published for the first time runs
 * after all others. Throws RULE-UNKNOWN, RULE-NO-DRAFT, RULE-NAME-INVALID, RULE-NAME-TAKEN, RULE-NOT-PUBLISHABLE,
 * BRANCH-EXPERIMENT-RUNNING, and RULE-STALE where the rule changed meanwhile and `overwrite` is not set.
 */
export const publishRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: PublishInput,
): Promise<PublishedRuleDetail> => {
  const { tenantId } = context;
  const key = ruleSetKey(context, assessment);
  const { description, active, note, imported } = input;
  const name = input.name.trim();
  requireClean({ 'body.description': description, 'body.note': note });
  return inTransaction(context, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeResource(
      ruleResource(assessment),
      trx,
      context.environmentId,
      ruleId,
      input.overwrite || input.text ? null : input.version,
    );
    const draft = await findRuleDraft(trx, ruleId);
    const published = input.text
      ? { ...storableText(assessment, input.text), basedOnVersion: input.text.basedOnVersion }
      : draft;
    await requireNoExperiment(trx, context, rule.branchId);
    if (!published) throw fail('RULE-NO-DRAFT', { name: rule.name });
    const stale = published.basedOnVersion !== (rule.publishedVersion ?? 0);
    if (stale && !input.overwrite) throw fail('RULE-STALE', { name: rule.name, by: rule.changedBy });
    await requireRuleName(trx, rule, name, ruleId);
    const text = textOf(published);
    // Within an import the text comes from its files.
    if (!context.referencesAreCheckedAfterwards)
      context.changes?.freeze({ text: { ...(asJson(text) as JsonObject), basedOnVersion: published.basedOnVersion } });
    await publishText(trx, context, rule, text, { name, description, active, note, restores: null, imported });
    if (draft && sameText(draft, text)) await deleteRuleDraft(trx, ruleId);
    const detail = await readRuleDetail(trx, context, assessment, ruleId);
    return { ...detail, warnings: [...namesToGive(name, text)] };
  });
};
