import type { UnconditionalClause } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import type { RuleReferences, SymbolTable, UnconditionalDecision } from '@redoubt/fql';
import type { Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  findRuleVersion,
  insertRuleVersion,
  listRules,
  listRuleVersions,
  saveReferences,
  touchRuleSet,
  updateRule,
  type NewReference,
  type StoredRule,
  type StoredRuleText,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { readRuleSymbols } from '../symbols/publishing-symbols.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { refuseCycles } from '../external-assessments/call-cycles.ts';
import { readFunctionPath } from '../symbols/reachable-functions.ts';
import { failAt, type Problem } from '../problems.ts';
import { textReferences } from '../references/text-references.ts';
import { compileText } from '../texts/compile-text.ts';
import { activityType } from './rule-scope.ts';
import { clauseNameProblems, ruleTextHash, stagedSourceOf } from '../symbols/rule-text.ts';

/** What a new version says about itself. */
export type Publication = {
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  /** Older version whose text it brings back. */
  readonly restores: number | null;
  /** The text comes from where it was published: what is asked of new texts alone is not asked of it. */
  readonly imported?: boolean | undefined;
};

/** What a text is checked as. */
type CheckedAs = Pick<StoredRule, 'name' | 'type'> & Pick<Publication, 'imported'>;

/** What the checker finds in a text that can be published. */
type Checked<Reference> = {
  readonly references: Reference;
  /** Clauses that reject or challenge every event. */
  readonly unconditional: readonly UnconditionalClause[];
};

const named = (
  rule: string,
  { clauses }: Pick<StoredRuleText, 'clauses'>,
  found: readonly UnconditionalDecision[],
): readonly UnconditionalClause[] =>
  found.map(({ part, decision }) => ({ rule, clause: clauses.find(({ id }) => id === part)?.name ?? '', decision }));

/** Checks a text; throws RULE-NOT-PUBLISHABLE with every error of the checker. */
const checkText = async (
  context: EnvironmentContext,
  { name, type, imported }: CheckedAs,
  assessment: AssessmentName,
  text: StoredRuleText,
  symbols: SymbolTable,
): Promise<Checked<RuleReferences>> => {
  const source = stagedSourceOf(text, type, assessment, imported ? 'warning' : 'error');
  const compiled = await compileText(context, source, symbols);
  const problems: Problem[] = [...compiled.problems, ...clauseNameProblems(text)];
  if (problems.length > 0) throw failAt('RULE-NOT-PUBLISHABLE', { name, count: problems.length }, problems);
  return { references: compiled.references, unconditional: named(name, text, compiled.unconditional) };
};

/** What a text is checked against, in an environment as that is now. */
const readSymbols = async (
  trx: TenantTransaction,
  { environmentId, limits }: EnvironmentContext,
  assessment: AssessmentName,
) => {
  const path = await readFunctionPath(trx, environmentId);
  return { path, symbols: await readRuleSymbols(trx, environmentId, assessment, path, limits) };
};

/** Clauses of a version that reject or challenge every event: what a second person is told before it decides. */
export const unconditionalIn = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { name, type, assessment }: Pick<StoredRule, 'name' | 'type' | 'assessment'>,
  text: Pick<StoredRuleText, 'condition' | 'clauses'>,
): Promise<readonly UnconditionalClause[]> => {
  const { symbols } = await readSymbols(trx, context, assessment as AssessmentName);
  const source = stagedSourceOf(text, type, assessment as AssessmentName, 'warning');
  return named(name, text, (await compileText(context, source, symbols)).unconditional);
};

/** Checks a text that is to be published in an environment as that is now. Throws RULE-NOT-PUBLISHABLE. */
const checkPublishable = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  checkedAs: CheckedAs,
  text: StoredRuleText,
): Promise<Checked<readonly NewReference[]>> => {
  const { environmentId } = context;
  const { path, symbols } = await readSymbols(trx, context, assessment);
  const { references, unconditional } = await checkText(context, checkedAs, assessment, text, symbols);
  return { references: textReferences(references, environmentId, path), unconditional };
};

/**
 * Makes a text the version of a rule that decides from the next event on, and moves the plan on; a rule without a place
 * gets the last one. The caller has locked the rule set and the rule. Answers the number of the version. Throws
 * RULE-NOT-PUBLISHABLE, EXTERNAL-ASSESSMENT-CIRCLE.
 */
export const publishText = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  rule: StoredRule,
  text: StoredRuleText,
  publication: Publication,
): Promise<number> => {
  const { tenantId, environmentId } = context;
  const assessment = rule.assessment as AssessmentName;
  const { type } = rule;
  const { name, description, active, note, restores, imported } = publication;
  const changed = changedBy(context);
  // From here on no other transaction changes lists, velocities or rules of this tenant, so what is checked is what
  // gets published.
  await advancePlanHead(trx, tenantId, changed.at);
  // What is published in a branch decides nothing yet; there the promotion is approved.
  if (rule.branchId === null) await requireSecondPerson(trx, context);
  const { references, unconditional } = await checkPublishable(
    trx,
    context,
    assessment,
    { name, type, imported: imported || restores !== null },
    text,
  );

  const before =
    rule.publishedVersion === null ? undefined : await findRuleVersion(trx, rule.id, rule.publishedVersion);
  const version = ((await listRuleVersions(trx, rule.id))[0]?.version ?? 0) + 1;
  const { condition, clauses, samplePayload } = text;
  await insertRuleVersion(trx, tenantId, rule.id, {
    condition,
    clauses,
    samplePayload,
    version,
    contentHash: ruleTextHash(text, type),
    publishedBy: changed.by,
    publishedAt: changed.at,
    note,
    restores,
  });
  await saveReferences(trx, tenantId, { kind: 'rule', id: rule.id, environmentId }, references);
  const placed = await listRules(trx, [environmentId], assessment, type, rule.branchId);
  const last = Math.max(0, ...placed.map(({ order }) => order ?? 0));
  await updateRule(
    trx,
    rule.id,
    { name, description, active, publishedVersion: version, order: rule.order ?? last + 1 },
    changed,
  );
  const reachesOthers = references.some(({ kind }) => kind === 'externalAssessment' || kind === 'function');
  if (reachesOthers) await refuseCycles(trx, { place: { environmentId, assessment } });
  if (rule.order === null) await touchRuleSet(trx, rule);
  await recordActivity(trx, context, {
    operation: restores === null ? 'Publish' : 'RollBack',
    type: activityType(rule),
    id: rule.id,
    name,
    environmentId,
    unconditional,
    original: before
      ? {
          version: before.version,
          active: rule.active,
          condition: before.condition,
          clauses: before.clauses as unknown as Json,
        }
      : null,
    modified: {
      version,
      active,
      note,
      ...(restores === null ? {} : { restores }),
      condition,
      clauses: clauses as unknown as Json,
    },
  });
  return version;
};
