import { ASSESSMENTS, type AssessmentName } from '@redoubt/domain';
import { NO_LIMITS, type Catalogue, type RuleSource } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  listRules,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessments/assessments-in-tree.ts';
import { readAttributes } from '../catalogue/assessment-catalogue.ts';
import { catalogueOf } from '../catalogue/schema-catalogue.ts';
import { catalogueCalls, readCallables } from '../external-calls/plan-calls.ts';
import { functionSourceOf } from '../functions/function-text.ts';
import { reachableFunctions, readFunctionPath } from '../functions/reachable-functions.ts';
import { sourceOf } from '../rules/rule-text.ts';
import { readableVelocities } from '../velocities/readable-velocities.ts';
import { velocityCatalogueOf } from '../velocities/velocity-catalogue.ts';
import { velocitySource } from '../velocities/velocity-text.ts';

/** A published text with everything its names are looked up in. */
export type PublishedText = {
  readonly kind: 'velocitySet' | 'function' | 'rule';
  readonly id: Id;
  readonly name: string;
  /** Of a rule; null for everything else. */
  readonly assessment: AssessmentName | null;
  readonly source: RuleSource;
  readonly catalogue: Catalogue;
};

/** Every published text of an environment: velocity sets, functions, and rules in the order they run. */
export const readPublishedTexts = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly PublishedText[]> => {
  const lists = await listLists(trx, environmentId);
  const sets = await listPublishedVelocitySets(trx, environmentId);
  const velocities = readableVelocities(sets);
  const names = velocities.map(({ name }) => name);
  const functions = reachableFunctions(await readFunctionPath(trx, environmentId));
  const calls = catalogueCalls(await readCallables(trx, environmentId));
  const defined = await readAssessmentsInTree(trx, environmentId);
  const texts: PublishedText[] = [];
  for (const set of sets) {
    const others = velocities.filter(({ setId }) => setId !== set.id).map(({ name }) => name);
    const catalogue = { ...velocityCatalogueOf(lists, others, defined), limits: NO_LIMITS };
    const { id, name } = set;
    texts.push({ kind: 'velocitySet', id, name, assessment: null, source: velocitySource(set), catalogue });
  }
  for (const each of await listPublishedFunctions(trx, environmentId)) {
    const { id, name } = each;
    const catalogue = { ...catalogueOf('purchase', lists, names, calls), functions, limits: NO_LIMITS };
    texts.push({ kind: 'function', id, name, assessment: null, source: functionSourceOf(name, each), catalogue });
  }
  for (const assessment of [...ASSESSMENTS, ...defined.map(({ kind }) => kind)]) {
    const attributes = await readAttributes(trx, environmentId, assessment);
    const catalogue = { ...catalogueOf(attributes, lists, names, calls), functions, limits: NO_LIMITS };
    for (const rule of await listRules(trx, [environmentId], assessment)) {
      if (rule.publishedVersion === null) continue;
      const { id, name } = rule;
      texts.push({ kind: 'rule', id, name, assessment, source: sourceOf(rule, rule.type), catalogue });
    }
  }
  return texts;
};
