import type { SearchQuery as WireQuery, SearchFilter } from '@redoubt/contracts';
import { fail, isBuiltInAssessment, type AssessmentName, type SearchableField } from '@redoubt/domain';
import { NO_DATA_SOURCES } from '@redoubt/enrichment';
import { AppError, type Json } from '@redoubt/kernel';
import { conditionText, type SymbolTable } from '@redoubt/fql';
import { listEnvironments, listSearchAttributes, type Scope, type SearchQuery } from '@redoubt/storage';
import { prepareBacktest } from '../backtests/prepare-backtest.ts';
import type { BacktestedRule, ConditionJob, PlanData } from '../backtests/protocol.ts';
import { contentHash } from '../content-hash.ts';
import type { EnvironmentContext } from '../context.ts';
import { attributesInScope, fieldsOf } from '../symbols/attributes-in-scope.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';
import { readSearch } from '../search/search-scope.ts';
import { checkApart } from '../texts/compile-text.ts';
import { reading } from '../unit-of-work.ts';
import { indexedConjuncts } from './indexed-conjuncts.ts';
import { maskedRead } from './masked-reads.ts';

/** What a search by a condition asks. */
export type ConditionQuery = Omit<WireQuery, 'eventType'> & {
  readonly eventType: AssessmentName;
  readonly condition: string;
};

export type PreparedCondition = {
  readonly scope: Scope;
  readonly query: SearchQuery;
  readonly job: ConditionJob;
};

const CLAUSE = { id: 'found', name: 'Found', code: 'RETURN Approve()' };

/** Attributes of the customer's own that search has kept for all events since a time. */
const readKeptFields = async (
  context: EnvironmentContext,
  { eventType, from }: ConditionQuery,
): Promise<readonly SearchableField[]> => {
  if (!isBuiltInAssessment(eventType)) return [];
  return reading(context, async (trx) => {
    const { environmentId } = context;
    const all = attributesInScope(await listSearchAttributes(trx), environmentId, await listEnvironments(trx));
    // One that an environment below made searchable says nothing of events elsewhere.
    const complete = all.filter(
      (each) =>
        each.environmentId === environmentId &&
        (each.work?.status === 'done' || Date.parse(from) >= each.createdAt.getTime()),
    );
    return fieldsOf(complete, eventType);
  });
};

const isEnumerated = ({ attributes }: SymbolTable, path: string): boolean =>
  attributes.some((each) => each.path.toLowerCase() === path.toLowerCase() && each.type === 'enum');

/**
 * Refuses what would tell something of a masked value: a condition can take it apart, look it up or count by it.
 *
 * @throws `SRCH-CONDITION-MASKED`.
 */
const refuseMasked = async (context: EnvironmentContext, condition: string, { text, symbols }: BacktestedRule) => {
  const masked = maskedRead(condition, symbols);
  if (masked !== undefined) throw fail('SRCH-CONDITION-MASKED', { field: masked });
  if (text === null) return;
  // What functions and calls read stands in texts of their own.
  const { called, calls, assessments } = (await checkApart(context, text, symbols)).references;
  const hidden = called[0]?.name ?? calls[0] ?? assessments[0];
  if (hidden !== undefined) throw fail('SRCH-CONDITION-MASKED', { field: hidden });
};

const withoutRules = (plan: PlanData): PlanData => ({
  ...plan,
  levels: plan.levels.map(
    ({ actions: _actions, routing: _routing, intake: _intake, controlShare: _share, ...level }) => ({
      ...level,
      rules: [],
    }),
  ),
});

const prepare = async (context: EnvironmentContext, asked: ConditionQuery, condition: string) => {
  const { environmentId } = context;
  try {
    return await prepareBacktest(context, {
      environmentId,
      assessment: asked.eventType,
      ruleId: null,
      ruleName: 'condition',
      text: { condition, clauses: [CLAUSE] },
      baseline: 'today',
      from: new Date(asked.from),
      to: new Date(asked.to),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'RULE-NOT-PUBLISHABLE') throw error;
    const { problems = [] } = error as { readonly problems?: readonly Problem[] };
    const added = condition.length - asked.condition.length;
    throw failAt(
      'SRCH-CONDITION-INVALID',
      { count: problems.length },
      // Columns of the first line as it was typed.
      problems.map(({ path, message }) => ({
        message,
        path: path.replace(
          /^condition:1:(\d+)$/,
          (_all, column) => `condition:1:${Math.max(1, Number(column) - added)}`,
        ),
      })),
    );
  }
};

/**
 * Checks a condition and reads what it is asked with: where it looks, the filters an index answers, and the plans of today for
 * its lists, functions and velocities.
 *
 * @throws `SRCH-CONDITION-INVALID` with the places, `SRCH-CONDITION-MASKED`, and what `readSearch` throws.
 */
export const prepareCondition = async (
  context: EnvironmentContext,
  asked: ConditionQuery,
): Promise<PreparedCondition> => {
  requireClean({ 'body.condition': asked.condition });
  const { scope } = await readSearch(context, asked);
  const condition = conditionText(asked.condition);
  const { tried, plans } = await prepare(context, asked, condition);
  if (scope.environmentIds.some((id) => seesMasks(context, id))) await refuseMasked(context, condition, tried);
  const kept = (await readKeptFields(context, asked)).filter(({ path }) => !isEnumerated(tried.symbols, path));
  const implied: readonly SearchFilter[] = indexedConjuncts(asked.eventType, condition, kept);
  const { query } = await readSearch(context, { ...asked, filters: [...asked.filters, ...implied] });
  const job = {
    assessment: asked.eventType,
    fromMs: query.from.getTime(),
    toMs: query.to.getTime(),
    // Ids that were made for this call would keep two equal jobs apart.
    tried: { ...tried, id: CLAUSE.id },
    plans: plans.filter(({ environmentId }) => scope.environmentIds.includes(environmentId)).map(withoutRules),
    // What was not looked up then is not known: data of today need not be those of the event.
    data: NO_DATA_SOURCES,
  };
  const key = contentHash(JSON.parse(JSON.stringify([context.tenantId, job])) as Json);
  return { scope, query, job: { ...job, key } };
};
