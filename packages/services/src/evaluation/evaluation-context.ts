import { compilePlan, contextOf, sampleCalls, type EngineInput, type PlanLevelSource } from '@redoubt/engine';
import type { EnrichmentSource, EvaluationContext } from '@redoubt/fql';
import { invariant, type JsonObject } from '@redoubt/kernel';
import { listSourceOf, type ListIndex } from '../plans/list-index.ts';
import { deviceSource, generatedOf } from '../fingerprints/device-facts.ts';
import type {
  FunctionEvaluationJob,
  JobLevel,
  RuleEvaluationJob,
  VelocityEvaluationJob,
} from './evaluation-protocol.ts';

type Contents = ReadonlyMap<string, ListIndex>;

const listsOf = (lists: JobLevel['lists'], contents: Contents): PlanLevelSource['lists'] =>
  listSourceOf(
    lists.flatMap(({ name, hash }) => {
      const index = contents.get(hash);
      return index ? [{ name, index }] : [];
    }),
  );

type SampleLevel = JobLevel & Partial<Pick<RuleEvaluationJob, 'velocitySets'>>;

const levelOf = (level: SampleLevel, contents: Contents): PlanLevelSource => ({
  environmentId: level.environmentId,
  environmentName: '',
  runMode: 'firstMatch',
  rules: [],
  symbols: level.symbols,
  lists: listsOf(level.lists, contents),
  functions: level.functions,
  ...(level.velocitySets ? { velocitySets: level.velocitySets } : {}),
  ...level.callable,
});

type Levels = SampleLevel & { readonly above: readonly JobLevel[] };

/** The environment of a job, and those above it, root first: its velocity sets and all functions they reach. */
export const sampleLevels = (job: Levels, contents: Contents): readonly PlanLevelSource[] =>
  [...job.above, job].map((level) => levelOf(level, contents));

/** What texts of a job see of any event: lists, and the functions of its environment and of those above it. */
export const contextsOf = (
  job: Levels,
  contents: Contents,
): ((input: EngineInput) => Omit<EvaluationContext, 'variables'>) => {
  const levels = [...job.above, { ...job, velocitySets: [] }].map((level) => levelOf(level, contents));
  const { plan } = compilePlan('sample', job.environmentId, levels, new Map());
  const own = plan.levels.at(-1);
  invariant(own, 'a text stands in an environment');
  return (input) => contextOf(plan.levels, own, { ...input, calls: sampleCalls }, () => undefined);
};

/** What a text of a job sees of its sample. */
export const evaluationContext = (
  job: RuleEvaluationJob | FunctionEvaluationJob | VelocityEvaluationJob,
  payload: JsonObject,
  contents: Contents,
  enrichment: EnrichmentSource,
): Omit<EvaluationContext, 'variables'> => {
  const { nowMs, correlationId, seed } = job;
  const facts = { ...enrichment, ...deviceSource(job.device) };
  const generated = generatedOf(job.device);
  return contextsOf(job, contents)({ payload, generated, nowMs, correlationId, seed, enrichment: facts });
};
