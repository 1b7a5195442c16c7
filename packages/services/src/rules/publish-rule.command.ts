import type { RuleDetail } from '@redoubt/contracts';
import { fail, type AssessmentName, type ListReference } from '@redoubt/domain';
import { checkRule, type Catalogue, type RuleReferences } from '@redoubt/fql';
import type { Id, Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  deleteRuleDraft,
  findRuleDraft,
  findRuleVersion,
  insertRuleVersion,
  listLists,
  listPublishedVelocitySets,
  listRules,
  listRuleVersions,
  lockRuleSet,
  touchRuleSet,
  updateRule,
  type StoredDraft,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { catalogueOf } from '../catalogue/schema-catalogue.ts';
import type { EnvironmentContext } from '../context.ts';
import { calledFunctions, reachableFunctions, readFunctionPath } from '../functions/reachable-functions.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';
import { readableVelocities } from '../velocities/readable-velocities.ts';
import { readRuleDetail } from './get-rule.query.ts';
import { requireRuleName, ruleSetKey, takeRule } from './rule-scope.ts';
import { clauseNameProblems, ruleTextHash, sourceOf } from './rule-text.ts';

export type PublishInput = {
  /** Tag of the rule as the caller saw it. */
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly note: string;
  /** Publish the draft although the rule changed meanwhile. */
  readonly overwrite: boolean;
};

/** The lists and velocities a text names; throws RULE-NOT-PUBLISHABLE with every error of the checker. */
const checkDraft = (
  name: string,
  draft: StoredDraft,
  catalogue: Catalogue,
): {
  readonly lists: readonly ListReference[];
  readonly velocities: readonly string[];
  readonly called: RuleReferences['called'];
} => {
  const { checked, diagnostics } = checkRule(sourceOf(draft), catalogue);
  const problems: Problem[] = [
    ...diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ part, line, column, code, message }) => ({
        path: `${part}:${line}:${column}`,
        message: `${code} ${message}`,
      })),
    ...clauseNameProblems(draft),
  ];
  if (problems.length > 0) throw failAt('RULE-NOT-PUBLISHABLE', { name, count: problems.length }, problems);
  const { lists, supportLists, velocities, called } = checked.references;
  const asked = supportLists.map((list) => ({ list, columns: ['Key', 'Status'] }));
  return {
    lists: [...lists.map((list) => ({ list: list.name, columns: list.columns })), ...asked],
    velocities,
    called,
  };
};

/**
 * Publishes the draft: a new version decides from the next event on. A rule that is published for the first time runs
 * after all others. Throws RULE-UNKNOWN, RULE-NO-DRAFT, RULE-NAME-INVALID, RULE-NAME-TAKEN, RULE-NOT-PUBLISHABLE, and
 * RULE-STALE where the rule changed meanwhile and `overwrite` is not set.
 */
export const publishRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  input: PublishInput,
): Promise<RuleDetail> => {
  const { database, tenantId, environmentId } = context;
  const key = ruleSetKey(context, assessment);
  const name = input.name.trim();
  requireClean({ 'body.description': input.description, 'body.note': input.note });
  return database.inTenant(tenantId, async (trx) => {
    await lockRuleSet(trx, tenantId, key);
    const rule = await takeRule(trx, key, ruleId, input.overwrite ? null : input.version);
    const draft = await findRuleDraft(trx, ruleId);
    if (!draft) throw fail('RULE-NO-DRAFT', { name: rule.name });
    const stale = draft.basedOnVersion !== (rule.publishedVersion ?? 0);
    if (stale && !input.overwrite) throw fail('RULE-STALE', { name: rule.name, by: rule.changedBy });
    await requireRuleName(trx, key, name, ruleId);

    const changed = changedBy(context);
    // From here on nobody else changes lists, velocities or rules of this tenant, so what is checked is what gets published.
    await advancePlanHead(trx, tenantId, changed.at);
    const known = readableVelocities(await listPublishedVelocitySets(trx, environmentId));
    const catalogue = catalogueOf(
      assessment,
      await listLists(trx, environmentId),
      known.map((velocity) => velocity.name),
    );
    const path = await readFunctionPath(trx, environmentId);
    const functions = reachableFunctions(path);
    const { lists, velocities, called } = checkDraft(name, draft, { ...catalogue, functions });

    const before =
      rule.publishedVersion === null ? undefined : await findRuleVersion(trx, ruleId, rule.publishedVersion);
    const newest = (await listRuleVersions(trx, ruleId))[0]?.version ?? 0;
    const version = newest + 1;
    const { condition, clauses, samplePayload } = draft;
    await insertRuleVersion(trx, tenantId, ruleId, {
      condition,
      clauses,
      samplePayload,
      version,
      contentHash: ruleTextHash(draft),
      lists,
      velocities,
      functions: calledFunctions(called, path),
      publishedBy: changed.by,
      publishedAt: changed.at,
      note: input.note,
    });
    await deleteRuleDraft(trx, ruleId);
    const last = Math.max(0, ...(await listRules(trx, [environmentId], assessment)).map(({ order }) => order ?? 0));
    await updateRule(
      trx,
      ruleId,
      {
        name,
        description: input.description,
        active: input.active,
        publishedVersion: version,
        order: rule.order ?? last + 1,
      },
      changed,
    );
    if (rule.order === null) await touchRuleSet(trx, key);
    await recordActivity(trx, context, {
      operation: 'Publish',
      type: 'DecisionRule',
      id: ruleId,
      name,
      environmentId,
      original: before
        ? {
            version: before.version,
            active: rule.active,
            condition: before.condition,
            clauses: before.clauses as unknown as Json,
          }
        : null,
      modified: { version, active: input.active, note: input.note, condition, clauses: clauses as unknown as Json },
    });
    return readRuleDetail(trx, context, assessment, ruleId);
  });
};
