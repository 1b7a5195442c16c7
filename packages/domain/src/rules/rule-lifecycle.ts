import { nameKey } from '../environments/names.ts';
import type { RuleStatus } from './rule.ts';

/** What stands behind a status. A rule that is not there any more is null. */
export type RuleState = {
  readonly published: boolean;
  /** Means nothing before the first publication. */
  readonly active: boolean;
  readonly hasDraft: boolean;
};

export const ruleStatus = ({ published, active, hasDraft }: RuleState): RuleStatus => {
  if (!published) return 'DraftOnly';
  if (active) return hasDraft ? 'ActiveWithDraft' : 'Active';
  return hasDraft ? 'InactiveWithDraft' : 'Inactive';
};

const MAX_RULE_NAME = 120;

const CONTROL = /\p{Cc}/u;

/** Whether a text can name a rule: one line, not empty, at most 120 characters. */
export const isRuleName = (name: string): boolean => {
  const trimmed = name.trim();
  return trimmed.length > 0 && trimmed.length <= MAX_RULE_NAME && !CONTROL.test(trimmed);
};

/** Rule names are unique in their rule set, ignoring case. */
export const isRuleNameTaken = (name: string, others: Iterable<string>): boolean => {
  const key = nameKey(name);
  for (const other of others) if (nameKey(other) === key) return true;
  return false;
};

/**
 * Whether a proposed order holds exactly the published rules, each once. Anything else was made from an older state of
 * the rule set.
 */
export const isOrderOf = (proposed: readonly string[], current: readonly string[]): boolean => {
  const known = new Set(current);
  return (
    proposed.length === current.length &&
    new Set(proposed).size === proposed.length &&
    proposed.every((id) => known.has(id))
  );
};
