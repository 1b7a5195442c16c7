import type { AssessmentName } from '@redoubt/domain';
import { NO_LIMITS, type SymbolTable, type RuleSource } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listLists,
  listPublishedFunctions,
  listPublishedVelocitySets,
  type StoredBranch,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import { readAttributes } from '../symbols/assessment-symbols.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import { callSymbols, readCallables } from '../symbols/plan-calls.ts';
import { functionSourceOf } from '../symbols/function-text.ts';
import { reachableFunctions, readFunctionPath } from '../symbols/reachable-functions.ts';
import { stagedSourceOf } from '../symbols/rule-text.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { velocitySymbolsOf } from '../symbols/velocity-symbols.ts';
import { velocitySource } from '../symbols/velocity-text.ts';
import { readRuleLists } from './rule-lists.ts';

/** A published text with everything its names are looked up in. */
export type PublishedText = {
  readonly kind: 'velocitySet' | 'function' | 'rule';
  readonly id: Id;
  readonly name: string;
  /** Of a rule; null for everything else. */
  readonly assessment: AssessmentName | null;
  /** Where a rule stands; null in production, and for everything else. */
  readonly branch: Pick<StoredBranch, 'name' | 'apiName'> | null;
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
};

const NOT_A_RULE = { assessment: null, branch: null } as const;

/**
 * Every published text of an environment: velocity sets, functions, and rules in the order they run, those of production
 * before those of each branch.
 */
export const readPublishedTexts = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<readonly PublishedText[]> => {
  const lists = await listLists(trx, environmentId);
  const sets = await listPublishedVelocitySets(trx, environmentId);
  const velocities = readableVelocities(sets);
  const names = velocities.map(({ name }) => name);
  const functions = reachableFunctions(await readFunctionPath(trx, environmentId));
  const calls = callSymbols(await readCallables(trx, environmentId));
  const defined = await readAssessmentsInTree(trx, environmentId);
  const texts: PublishedText[] = [];
  for (const set of sets) {
    const others = velocities.filter(({ setId }) => setId !== set.id).map(({ name }) => name);
    const symbols = { ...velocitySymbolsOf(lists, others, defined, functions), limits: NO_LIMITS };
    const { id, name } = set;
    texts.push({ kind: 'velocitySet', id, name, ...NOT_A_RULE, source: velocitySource(set), symbols });
  }
  for (const each of await listPublishedFunctions(trx, environmentId)) {
    const { id, name } = each;
    const symbols = { ...symbolsOf('purchase', lists, names, calls), functions, limits: NO_LIMITS };
    texts.push({ kind: 'function', id, name, ...NOT_A_RULE, source: functionSourceOf(name, each), symbols });
  }
  for (const [assessment, ruleLists] of Map.groupBy(
    await readRuleLists(trx, environmentId),
    (list) => list.assessment,
  )) {
    const attributes = await readAttributes(trx, environmentId, assessment);
    const symbols = { ...symbolsOf(attributes, lists, names, calls), functions, limits: NO_LIMITS };
    for (const { branch, rules } of ruleLists) {
      for (const rule of rules) {
        if (rule.publishedVersion === null) continue;
        const { id, name } = rule;
        const source = stagedSourceOf(rule, rule.type, assessment, 'warning');
        texts.push({ kind: 'rule', id, name, assessment, branch, source, symbols });
      }
    }
  }
  return texts;
};
