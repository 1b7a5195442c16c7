import type { VelocityEvaluation } from '@redoubt/contracts';
import { velocitySourceKind } from '@redoubt/domain';
import { explainRule, type CheckedRule, type Explanation } from '@redoubt/fql';
import { contextIn, levelsOf, sampleInput, type JobData } from './evaluation-context.ts';
import type { VelocityEvaluationJob } from './evaluation-protocol.ts';
import { checkSampled, stepsOf } from './evaluation-steps.ts';

type VelocityResult = NonNullable<VelocityEvaluation['result']>['velocities'][number];

/** What one velocity selects, as it was checked. */
const selectionOf = (checked: CheckedRule, id: string) =>
  checked.clauses.find((clause) => clause.id === id)?.statements.find((statement) => statement.kind === 'contribute');

const resultOf = (
  checked: CheckedRule,
  { event, sources }: VelocityEvaluationJob,
  id: string,
  explanation: Explanation,
): VelocityResult => {
  const { outcome, values } = explanation;
  const selection = selectionOf(checked, id);
  const result = { id, name: selection?.velocity ?? '', key: null, value: null, error: null };
  if (!selection?.sources.some((source) => velocitySourceKind(source, sources) === event)) {
    return { ...result, outcome: 'otherEvent' };
  }
  if (!outcome.conditionMet) return { ...result, outcome: 'conditionFalse' };
  const contribution = outcome.contributions.find(({ clauseId }) => clauseId === id);
  if (contribution) return { ...result, outcome: 'adds', key: contribution.key, value: contribution.value };
  const error = outcome.errors.find(({ part }) => part === id);
  if (error) return { ...result, outcome: 'failed', error: error.message };
  const { when } = selection;
  const held = values.find(
    (value) => when !== null && value.part === id && value.from === when.from && value.to === when.to,
  );
  return { ...result, outcome: held?.value === false ? 'whenFalse' : 'nothing' };
};

/** Checks the text of a velocity set and, where it has no error, works out what the sample would add to each velocity. */
export const evaluateVelocityJob = async (job: VelocityEvaluationJob, data: JobData): Promise<VelocityEvaluation> => {
  const { source } = job;
  const { checked, payload, diagnostics } = checkSampled(job);
  if (payload === undefined) return { diagnostics, result: null };
  const plan = await levelsOf(job, data, [checked.references]);
  const started = performance.now();
  const explanation = explainRule(checked, contextIn(plan, sampleInput(job, payload, data)));
  const elapsedUs = Math.round((performance.now() - started) * 1000);
  return {
    diagnostics,
    result: {
      conditionMet: explanation.outcome.conditionMet,
      velocities: source.clauses.map(({ id }) => resultOf(checked, job, id, explanation)),
      steps: stepsOf(source, checked.references.attributes, explanation),
      elapsedUs,
    },
  };
};
