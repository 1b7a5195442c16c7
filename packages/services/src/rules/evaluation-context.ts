import { compilePlan, contextOf, sampleCalls, type PlanLevelSource } from '@redoubt/engine';
import type { EnrichmentSource, EvaluationContext } from '@redoubt/fql';
import { invariant, type JsonObject } from '@redoubt/kernel';
import { listSourceOf, type ListIndex } from '../plans/list-index.ts';
import { deviceSource, generatedOf } from '../fingerprints/device-facts.ts';
import type { FunctionEvaluationJob, JobLevel, RuleEvaluationJob } from './evaluation-protocol.ts';

type Contents = ReadonlyMap<string, ListIndex>;

const listsOf = (lists: JobLevel['lists'], contents: Contents): PlanLevelSource['lists'] =>
  listSourceOf(
    lists.flatMap(({ name, hash }) => {
      const index = contents.get(hash);
      return index ? [{ name, index }] : [];
    }),
  );

const levelOf = (level: JobLevel, contents: Contents): PlanLevelSource => ({
  environmentId: level.environmentId,
  environmentName: '',
  runMode: 'firstMatch',
  rules: [],
  symbols: level.symbols,
  lists: listsOf(level.lists, contents),
  functions: level.functions,
  ...level.callable,
});

/** What a text of a job sees of its sample: lists, and the functions of its environment and of those above. */
export const evaluationContext = (
  job: RuleEvaluationJob | FunctionEvaluationJob,
  payload: JsonObject,
  contents: Contents,
  enrichment: EnrichmentSource,
): Omit<EvaluationContext, 'variables'> => {
  const levels = [...job.above, job].map((level) => levelOf(level, contents));
  const { plan } = compilePlan('sample', job.environmentId, levels, new Map());
  const own = plan.levels.at(-1);
  invariant(own, 'a text stands in an environment');
  const { nowMs, correlationId, seed } = job;
  const facts = { ...enrichment, ...deviceSource(job.device) };
  const generated = generatedOf(job.device);
  const input = { payload, generated, nowMs, correlationId, seed, enrichment: facts, calls: sampleCalls };
  return contextOf(plan.levels, own, input, () => undefined);
};
