import type { UnconditionalClause } from '@redoubt/contracts';
import type { AssessmentName, RuleType } from '@redoubt/domain';
import type { RuleReferences, SymbolTable, UnconditionalDecision } from '@redoubt/fql';
import {
  listRules,
  touchRuleSet,
  type NewReference,
  type StoredRule,
  type StoredRuleText,
  type StoredRuleVersion,
  type TenantTransaction,
  type VersionStamp,
} from '@redoubt/storage';
import { readRoutingQueues } from '../symbols/routing-queues.ts';
import { readRuleSymbols } from '../symbols/publishing-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { refuseCycles } from '../external-assessments/call-cycles.ts';
import { readFunctionPath } from '../symbols/reachable-functions.ts';
import { failAt, type Problem } from '../problems.ts';
import { textReferences } from '../references/text-references.ts';
import type { Checked, Publishing } from '../resources/versioned-resource.ts';
import { compileText } from '../texts/compile-text.ts';
import { clauseNameProblems, ruleTextHash, stagedSourceOf } from '../symbols/rule-text.ts';

/** What publishing a rule chooses. */
export type RuleChoice = {
  /** The text comes from where it was published: what is asked of new texts alone is not asked of it. */
  readonly imported?: boolean | undefined;
};

/** What a version of a rule keeps. */
export type RuleContent = Omit<StoredRuleVersion, keyof VersionStamp>;

/** What a text is checked as. */
type CheckedAs = Pick<StoredRule, 'name' | 'type'> & RuleChoice;

/** What the checker finds in a text that can be published. */
type CheckedText<Reference> = {
  readonly references: Reference;
  /** Clauses that reject or challenge every event. */
  readonly unconditional: readonly UnconditionalClause[];
};

const named = (
  rule: string,
  { clauses }: Pick<StoredRuleText, 'clauses'>,
  found: readonly UnconditionalDecision[],
): readonly UnconditionalClause[] =>
  found.map(({ part, decision }) => ({ rule, clause: clauses.find(({ id }) => id === part)?.name ?? '', decision }));

/** Checks a text; throws RULE-NOT-PUBLISHABLE with every error of the checker. */
const checkText = async (
  context: EnvironmentContext,
  { name, type, imported }: CheckedAs,
  assessment: AssessmentName,
  text: StoredRuleText,
  symbols: SymbolTable,
): Promise<CheckedText<RuleReferences>> => {
  const source = stagedSourceOf(text, type, assessment, imported ? 'warning' : 'error');
  const compiled = await compileText(context, source, symbols);
  const problems: Problem[] = [...compiled.problems, ...clauseNameProblems(text)];
  if (problems.length > 0) throw failAt('RULE-NOT-PUBLISHABLE', { name, count: problems.length }, problems);
  return { references: compiled.references, unconditional: named(name, text, compiled.unconditional) };
};

/** What a text is checked against, in an environment as that is now. */
const readSymbols = async (
  trx: TenantTransaction,
  { environmentId, limits }: EnvironmentContext,
  assessment: AssessmentName,
  type: RuleType,
) => {
  const path = await readFunctionPath(trx, environmentId);
  const symbols = await readRuleSymbols(trx, environmentId, assessment, path, limits);
  const queues = type === 'routing' ? await readRoutingQueues(trx, environmentId, assessment) : null;
  return { path, symbols: queues === null ? symbols : { ...symbols, queues: queues.map(({ name: queue }) => queue) } };
};

/** Clauses of a version that reject or challenge every event: what a second person reads before deciding. */
export const unconditionalIn = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  { name, type, assessment }: Pick<StoredRule, 'name' | 'type' | 'assessment'>,
  text: Pick<StoredRuleText, 'condition' | 'clauses'>,
): Promise<readonly UnconditionalClause[]> => {
  const { symbols } = await readSymbols(trx, context, assessment as AssessmentName, type);
  const source = stagedSourceOf(text, type, assessment as AssessmentName, 'warning');
  return named(name, text, (await compileText(context, source, symbols)).unconditional);
};

/** Checks a text that is to be published in an environment as that is now. Throws RULE-NOT-PUBLISHABLE. */
const checkPublishable = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  assessment: AssessmentName,
  checkedAs: CheckedAs,
  text: StoredRuleText,
): Promise<CheckedText<readonly NewReference[]>> => {
  const { environmentId } = context;
  const { path, symbols } = await readSymbols(trx, context, assessment, checkedAs.type);
  const { references, unconditional } = await checkText(context, checkedAs, assessment, text, symbols);
  return { references: textReferences(references, environmentId, path), unconditional };
};

/**
 * Checks a text that is to decide from the next event on; a rule without a place gets the last one. Throws
 * RULE-NOT-PUBLISHABLE, EXTERNAL-ASSESSMENT-CIRCLE.
 */
export const checkRule = async ({
  trx,
  context,
  stored,
  text,
  publication: { name, restores, imported },
}: Publishing<StoredRule, StoredRuleText, RuleContent, RuleChoice>): Promise<Checked<RuleContent>> => {
  const { environmentId } = context;
  const { type, branchId } = stored;
  const assessment = stored.assessment as AssessmentName;
  const checkedAs = { name, type, imported: imported || restores !== null };
  const { references, unconditional } = await checkPublishable(trx, context, assessment, checkedAs, text);
  const placed = await listRules(trx, [environmentId], assessment, type, branchId);
  const last = Math.max(0, ...placed.map(({ order }) => order ?? 0));
  return {
    content: { ...text, contentHash: ruleTextHash(text, type) },
    references,
    order: stored.order ?? last + 1,
    unconditional,
    finish: async () => {
      const reachesOthers = references.some(({ kind }) => kind === 'externalAssessment' || kind === 'function');
      if (reachesOthers) await refuseCycles(trx, { place: { environmentId, assessment } });
      if (stored.order === null) await touchRuleSet(trx, stored);
    },
  };
};
