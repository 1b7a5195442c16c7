import { apiNameProblem, nameKey } from '../environments/names.ts';
import { isRuleName } from './rule-lifecycle.ts';

/** Most branches of one rule list. */
export const MAX_BRANCHES = 10;
/** Most experiments that may run beside one rule list: each costs as much as deciding its share of events once more. */
export const MAX_OPEN_EXPERIMENTS = 3;
/** Longest an experiment runs, in days; one without an end is stopped by people. */
export const MAX_EXPERIMENT_DAYS = 90;
export const MAX_BRANCH_API_NAME = 60;

/** States of an experiment (`docs/reference/deciding.md#branches`); a draft is one whose time has not come. */
export const EXPERIMENT_STATES = ['Draft', 'Running', 'Stopped', 'Completed'] as const;
export type ExperimentState = (typeof EXPERIMENT_STATES)[number];

/** How a promotion changes one rule of production. */
export const PROMOTED_CHANGES = ['added', 'changed', 'switchedOff', 'unchanged'] as const;

const PRODUCTION = 'production';

type BranchNames = { readonly name: string; readonly apiName: string };

/**
 * What keeps a branch from being named so: the shape of either name, or another branch of the list that has one of them
 * (ignoring case). `Production` is the list that has no branch.
 */
export const branchNameProblem = (
  { name, apiName }: BranchNames,
  others: readonly BranchNames[],
): 'invalid' | 'taken' | null => {
  const isUsable = isRuleName(name) && apiName.length <= MAX_BRANCH_API_NAME && apiNameProblem(apiName, []) === null;
  if (!isUsable || apiName.toLowerCase() === PRODUCTION || nameKey(name) === PRODUCTION) return 'invalid';
  const isTaken = others.some(
    (other) => nameKey(other.name) === nameKey(name) || other.apiName.toLowerCase() === apiName.toLowerCase(),
  );
  return isTaken ? 'taken' : null;
};
