import type { Problem } from '../diagnostics/problem.ts';
import type { RuleLimits } from '../program/symbol-table.ts';
import type { RuleScope } from './scope.ts';

/**
 * One thing of which a rule uses more than it may. The words are those of the language, so that they need no
 * translation.
 */
type Excess = { readonly what: string; readonly found: number; readonly limit: number };

type Count = readonly [what: string, found: number, limit: keyof RuleLimits];

/** What makes a text dear to compile and to run, whatever kind it is of. */
const sizesOf = ({ variables, size }: RuleScope): readonly Count[] => [
  ['LET', variables.length, 'variablesPerRule'],
  ['Patterns.IsRegexMatch', size.patterns, 'patternsPerRule'],
];

const countsOf = (rule: RuleScope, clauses: number): readonly Count[] => {
  const { velocities, calls, assessments, called, listColumns } = rule;
  if (rule.kind === 'function')
    return [
      ['RETURN', clauses, 'propertiesPerFunction'],
      ['Velocity', velocities.size, 'velocitiesPerFunction'],
      ['External', calls.size, 'callsPerFunction'],
      ['Lookup, ContainsKey', listColumns.size, 'listsPerFunction'],
      ['Assessments', assessments.size, 'assessmentsPerFunction'],
    ];
  if (rule.kind === 'velocity') return [['SELECT', clauses, 'velocitiesPerSet']];
  return [['Functions', called.size, 'functionsPerRule']];
};

/** What a rule uses too much of (`docs/language/guide.md#limits`). */
export const excessesOf = (rule: RuleScope, clauses: number): readonly Excess[] =>
  [...sizesOf(rule), ...countsOf(rule, clauses)].flatMap(([what, found, name]) => {
    const limit = rule.names.limits[name];
    return found > limit ? [{ what, found, limit }] : [];
  });

/** What the text of one velocity uses too much of. */
export const resourceExcess = ({ kind, resources, names }: RuleScope): Excess | null =>
  kind === 'velocity' && resources.size > names.limits.resourcesPerVelocity
    ? {
        what: 'Velocity, External, Assessments, Functions',
        found: resources.size,
        limit: names.limits.resourcesPerVelocity,
      }
    : null;

/** Whether the texts are longer together than they may be. */
export const lengthProblem = (texts: readonly string[], { limits }: RuleScope['names']): Problem | null => {
  const found = texts.reduce((sum, text) => sum + text.length, 0);
  if (found <= limits.charactersPerRule) return null;
  const params = { found: String(found), limit: String(limits.charactersPerRule) };
  return { code: 'FQL-RULE-TOO-LONG', from: 0, to: 0, params };
};

/** The excess as a problem of the text it is reported in. */
export const problemOf = ({ what, found, limit }: Excess): Problem => ({
  code: 'FQL-TOO-MANY',
  from: 0,
  to: 0,
  params: { what, found: String(found), limit: String(limit) },
});
