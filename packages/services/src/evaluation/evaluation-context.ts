import { compilePlan, contextOf, sampleCalls, type EngineInput, type Plan } from '@redoubt/engine';
import type { EnrichmentData, FactKind } from '@redoubt/enrichment';
import type { EvaluationContext, RuleReferences } from '@redoubt/fql';
import { invariant, type JsonObject } from '@redoubt/kernel';
import { askedFacts } from '../enrichment/asked-facts.ts';
import { deviceSource, generatedOf } from '../fingerprints/device-facts.ts';
import { hashesNamedIn, listsIn, type Contents } from '../plans/named-lists.ts';
import type { EvaluationJob, JobLevel, LevelJob, Needs, RuleEvaluationJob } from './evaluation-protocol.ts';

/** What the thread of a job has: lists and data. */
export type JobData = {
  readonly contents: Contents;
  /** Where facts come from, and which editions that is. */
  readonly data: () => Pick<EnrichmentData, 'source' | 'versionOf'>;
  /** Resolves once `contents` and `data` have it. */
  readonly need: (needs: Needs) => Promise<void>;
};

type TextJob = Exclude<EvaluationJob, { readonly kind: 'explanation' | 'replay' | 'routing' | 'velocityStorage' }>;

type Level = JobLevel & Partial<Pick<RuleEvaluationJob, 'velocitySets'>>;

/**
 * The levels around the texts of a job, with every list and the facts that they and those texts may ask for.
 *
 * @param references what the texts name.
 */
export const levelsOf = async (
  job: LevelJob & Level,
  data: JobData,
  references: readonly RuleReferences[],
  facts: readonly FactKind[] = askedFacts(references),
): Promise<Plan> => {
  const levels: readonly Level[] = [...job.above, job];
  const sources = levels.map(({ environmentId, symbols, lists, functions, velocitySets = [], callable }) => ({
    environmentId,
    environmentName: '',
    runMode: 'firstMatch' as const,
    rules: [],
    symbols,
    lists: listsIn(lists, data.contents),
    functions,
    velocitySets,
    ...callable,
  }));
  const { plan } = compilePlan('sample', job.environmentId, sources, new Map());
  await data.need({ hashes: hashesNamedIn(plan, levels, references), facts });
  return plan;
};

/** What texts of the last level see of an event: lists, and the functions of its environment and of those above it. */
export const contextIn = (plan: Plan, input: EngineInput): Omit<EvaluationContext, 'variables'> => {
  const own = plan.levels.at(-1);
  invariant(own, 'a text stands in an environment');
  return contextOf(plan.levels, own, { ...input, calls: sampleCalls }, () => undefined);
};

/** The sample of a job as an event. */
export const sampleInput = (
  { nowMs, correlationId, seed, device }: TextJob,
  payload: JsonObject,
  { data }: JobData,
): EngineInput => {
  const enrichment = { ...data().source, ...deviceSource(device) };
  return { payload, generated: generatedOf(device), nowMs, correlationId, seed, enrichment };
};
