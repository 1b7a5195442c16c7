import { nameKey } from '@redoubt/domain';
import { checkRule, type RuleReferences, type RuleSource } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listAssessments,
  listPublishedFunctions,
  listPublishedRuleTexts,
  type TenantTransaction,
} from '@redoubt/storage';
import { sourceOf } from '../rules/rule-text.ts';
import { functionSourceOf } from '../functions/function-text.ts';

/** A published text that calls something outside, or an assessment whose key set comes from there. */
export type CallUser = {
  readonly kind: 'rule' | 'function' | 'assessment';
  readonly id: string;
  readonly name: string;
  /** Whose rule it is, or which one; null for a function. */
  readonly assessment: string | null;
  readonly calls: readonly string[];
  readonly assessments: readonly string[];
};

const CALLS_OUT = /\b(external|assessments)\b/i;

/** What a text calls, whether it is there or not; texts that never name a call are not read at all. */
export const calledIn = (source: RuleSource): Pick<RuleReferences, 'calls' | 'assessments'> => {
  const texts = [source.condition, ...source.clauses.map(({ code }) => code)];
  if (!texts.some((text) => CALLS_OUT.test(text))) return { calls: [], assessments: [] };
  const { checked } = checkRule(source, { attributes: [], lists: [], calls: 'any', assessments: 'any' });
  return checked.references;
};

/** Everything published in an environment that calls something outside. */
export const readCallUsers = async (trx: TenantTransaction, environmentId: Id): Promise<readonly CallUser[]> => {
  const rules = (await listPublishedRuleTexts(trx, environmentId)).map(
    ({ id, name, assessment, type, ...text }): CallUser => {
      const { calls, assessments } = calledIn(sourceOf(text, type));
      return { kind: 'rule', id, name, assessment, calls, assessments };
    },
  );
  const functions = (await listPublishedFunctions(trx, environmentId)).map(({ id, name, ...text }): CallUser => {
    const { calls, assessments } = calledIn(functionSourceOf(name, text));
    return { kind: 'function', id, name, assessment: null, calls, assessments };
  });
  const keySets = (await listAssessments(trx)).flatMap((stored): readonly CallUser[] => {
    const { keySetCall = null } = stored.definition;
    if (stored.environmentId !== environmentId || keySetCall === null) return [];
    const { kind, friendlyName: name } = stored;
    return [{ kind: 'assessment', id: kind, name, assessment: kind, calls: [keySetCall], assessments: [] }];
  });
  return [...rules, ...functions, ...keySets].filter(({ calls, assessments }) => calls.length + assessments.length > 0);
};

/** Those that use an external call by its name. */
export const usersOfCall = (users: readonly CallUser[], name: string): readonly CallUser[] =>
  users.filter(({ calls }) => calls.some((call) => nameKey(call) === nameKey(name)));

/** Those that call an external assessment by its name. */
export const usersOfAssessment = (users: readonly CallUser[], name: string): readonly CallUser[] =>
  users.filter(({ assessments }) => assessments.some((each) => nameKey(each) === nameKey(name)));

/** Names of users for a message: functions as texts write them. */
export const userNames = (users: readonly CallUser[]): readonly string[] =>
  users.map(({ kind, name }) => (kind === 'function' ? `Functions.${name}` : name));
