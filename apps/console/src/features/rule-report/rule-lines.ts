import type { ReportedClause, ReportedRule } from '@redoubt/contracts';
import type { RuleOrClause } from '@redoubt/domain';
import { countOf, type Measured } from './rule-figures.ts';

/** A rule, or one of its clauses, that a chart can show as a line. */
export type RuleLine = {
  /** What names it in the address. */
  readonly key: string;
  readonly of: RuleOrClause;
  readonly rule: ReportedRule;
  readonly measured: Measured;
};

/** The id of a rule; for a clause that, a space and its name. No comma is in it. */
export const lineKey = ({ ruleId, clause }: RuleOrClause): string =>
  clause === null ? ruleId : `${ruleId} ${encodeURIComponent(clause)}`;

const lineOfRule = (rule: ReportedRule): RuleLine => ({
  key: rule.id,
  of: { ruleId: rule.id, clause: null },
  rule,
  measured: rule,
});

const lineOfClause = (rule: ReportedRule, clause: ReportedClause): RuleLine => {
  const of = { ruleId: rule.id, clause: clause.name };
  return { key: lineKey(of), of, rule, measured: clause };
};

/** Keys of the clauses of a rule that hit most. @param most of them at most */
export const clauseKeys = ({ id, clauses }: ReportedRule, most: number): readonly string[] =>
  clauses
    .toSorted((a, b) => countOf(b.total, 'hits') - countOf(a.total, 'hits'))
    .slice(0, most)
    .map(({ name }) => lineKey({ ruleId: id, clause: name }));

/** Rules that a chart begins with. */
const DRAWN_FIRST = 3;

/** What stands in an address for no line at all: an empty value is left out there, and asks for the rules that hit most. */
const NO_LINE = 'none';

/** Keys of lines as an address has them, for `drawnLines`. */
export const pickedLines = (keys: readonly string[]): string => (keys.length === 0 ? NO_LINE : keys.join(','));

/**
 * What a chart shows: the rules and clauses that were picked, in their order, else the rules that hit most.
 *
 * @param picked their keys, as `pickedLines` joins them; those of other rules are passed over
 * @param most lines at most
 */
export const drawnLines = (
  rules: readonly ReportedRule[],
  picked: string | undefined,
  most: number,
): readonly RuleLine[] => {
  if (picked === undefined)
    return rules
      .filter(({ total }) => countOf(total, 'hits') > 0)
      .toSorted((a, b) => countOf(b.total, 'hits') - countOf(a.total, 'hits'))
      .slice(0, DRAWN_FIRST)
      .map(lineOfRule);
  const lines = rules.flatMap((rule) => [
    lineOfRule(rule),
    ...rule.clauses.map((clause) => lineOfClause(rule, clause)),
  ]);
  const byKey = new Map(lines.map((line) => [line.key, line]));
  return [...new Set(picked.split(','))].flatMap((key) => byKey.get(key) ?? []).slice(0, most);
};
