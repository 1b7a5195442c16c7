import { familyOf, type RuleFamily, type RuleType } from '@redoubt/domain';
import { rulesHref } from '../assessments/assessment.ts';
import type { Starter } from './starters.ts';

/** Stands in the address for a rule that is not stored yet: it is with its first edit. */
export const NEW_RULE = 'new';

/** Whether the server has a rule; one that was only begun it has not. */
export const isStored = ({ id }: { readonly id: string }): boolean => id !== NEW_RULE;

/** Address of the list, of production or of a branch. */
export const listHref = (assessment: string, branch?: string, family?: RuleFamily): string =>
  rulesHref(assessment, { branch }, family);

/** Address of the editor of a new rule. */
export const newRuleHref = (assessment: string, starter: Starter, branch?: string, family?: RuleFamily): string =>
  rulesHref(assessment, { rule: NEW_RULE, starter, branch }, family);

/** A rule as links name it. */
export type LinkedRule = {
  readonly assessment: string;
  readonly id: string;
  /** A rule that decides where absent. */
  readonly type?: RuleType;
};

/** Address of the editor of a rule; `owner` for one that is inherited. */
export const editorHref = ({ assessment, id, type = 'decision' }: LinkedRule, owner?: string): string =>
  rulesHref(assessment, { rule: id, owner }, familyOf(type));
