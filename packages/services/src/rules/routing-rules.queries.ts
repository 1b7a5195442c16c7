import type { RoutingAssessment, RoutingCoverage, RoutingRuleSet, RuleDetail } from '@redoubt/contracts';
import { isBuiltInAssessment, nameKey, type AssessmentName } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import {
  listReferences,
  listRules,
  readRoutedCases,
  type RuleListItem,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentsWithCases } from '../assessment-kinds/assessments-with-cases.ts';
import type { EnvironmentContext } from '../context.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { readRoutingQueues } from '../symbols/routing-queues.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import { readRuleList } from './get-rule-set.query.ts';
import { getRule, getRuleVersion } from './get-rule.query.ts';
import { mayWriteRules } from './rule-scope.ts';

/** How far back coverage looks, and the hits of the list. */
const COVERED_MS = 7 * DAY_MS;
const HITS_MS = DAY_MS;

type Routes = RoutingRuleSet['routesTo'];

/** Queues that published routing rules of an assessment name, and whether it has them. */
const readRoutes = async (trx: TenantTransaction, environmentId: Id, assessment: AssessmentName): Promise<Routes> => {
  const known = new Set((await readRoutingQueues(trx, environmentId, assessment)).map(({ name }) => nameKey(name)));
  const named = await listReferences(trx, { kinds: ['queue'], readers: ['rule'], readersIn: environmentId });
  return named
    .filter(({ reader }) => reader.assessment === assessment)
    .map(({ reader, name }) => ({ ruleId: reader.id, queue: name, isThere: known.has(nameKey(name)) }));
};

/** The assessments that can be routed here, with how many rules each has. */
export const getRoutingAssessments = async (
  context: EnvironmentContext,
): Promise<{ assessments: RoutingAssessment[]; canWrite: boolean }> => {
  const { environmentId } = context;
  const assessments = await reading(context, async (trx) => {
    const counted: RoutingAssessment[] = [];
    for (const { assessment, name } of await readAssessmentsWithCases(trx, environmentId)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, one statement after the other
      const rules: readonly RuleListItem[] = await listRules(trx, [environmentId], assessment, 'routing');
      const published = rules.filter(({ publishedVersion }) => publishedVersion !== null).length;
      // oxlint-disable-next-line eslint/no-await-in-loop -- as above
      const routes = await readRoutes(trx, environmentId, assessment);
      const flagged = new Set(routes.filter(({ isThere }) => !isThere).map(({ ruleId }) => ruleId)).size;
      counted.push({ assessment, name, published, drafts: rules.length - published, flagged });
    }
    return counted;
  });
  return { assessments, canWrite: mayWriteRules(context, 'routing') };
};

/**
 * The routing rules of an assessment in an environment, in the order they run. Rules of other environments do not route
 * its cases, so none are inherited.
 */
export const getRoutingRuleSet = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<RoutingRuleSet> => {
  const { tenantId, environmentId } = context;
  const list = await readRuleList(context, assessment, 'routing');
  const { queues, routesTo } = await inTransaction(context, async (trx) => ({
    queues: await readRoutingQueues(trx, environmentId, assessment),
    routesTo: await readRoutes(trx, environmentId, assessment),
  }));
  const to = new Date(context.clock.now());
  const from = new Date(to.getTime() - HITS_MS);
  const routed = await reading(context, (trx) =>
    readRoutedCases(trx, { tenantId, environmentId, kind: assessment, from, to }),
  );
  const hits24hOf = (name: string): number => sumOf(routed.filter(({ rule }) => nameKey(rule ?? '') === nameKey(name)));
  return {
    ...list,
    rules: list.rules.map((rule) => ({ ...rule, hits24h: hits24hOf(rule.name) })),
    queues: [...queues],
    routesTo,
  };
};

/** One routing rule. Throws RULE-UNKNOWN, also for a rule that decides. */
export const getRoutingRule = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
): Promise<RuleDetail> => getRule(context, assessment, ruleId, 'routing');

/** The text of one published version of a routing rule. Throws RULE-UNKNOWN. */
export const getRoutingRuleVersion = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  ruleId: Id,
  version: number,
): Promise<NonNullable<RuleDetail['published']>> => getRuleVersion(context, assessment, ruleId, version, 'routing');

const requireAssessment = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
): Promise<void> => {
  if (!isBuiltInAssessment(assessment)) await readDefined(trx, environmentId, assessment);
};

const sumOf = (routed: readonly { readonly cases: number }[]): number =>
  routed.reduce((sum, { cases }) => sum + cases, 0);

/**
 * Where the cases of the last seven days were sent, by the names that rules and clauses had when they came. Throws
 * ASSESSMENT-UNKNOWN.
 */
export const getRoutingCoverage = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<RoutingCoverage> => {
  const { tenantId, environmentId } = context;
  const to = new Date(context.clock.now());
  const from = new Date(to.getTime() - COVERED_MS);
  const routed = await reading(context, async (trx) => {
    await requireAssessment(trx, environmentId, assessment);
    return readRoutedCases(trx, { tenantId, environmentId, kind: assessment, from, to });
  });
  const byRule = Map.groupBy(
    routed.filter(({ rule }) => rule !== null),
    ({ rule }) => rule ?? '',
  );
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    cases: sumOf(routed),
    general: sumOf(routed.filter(({ rule }) => rule === null)),
    rules: [...byRule]
      .map(([name, clauses]) => ({
        name,
        cases: sumOf(clauses),
        clauses: clauses.map(({ clause, cases }) => ({ name: clause ?? '', cases })),
      }))
      .toSorted((a, b) => b.cases - a.cases),
  };
};
