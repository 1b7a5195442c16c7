import type { VelocityEvaluation, VelocitySetText } from '@redoubt/contracts';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import { evaluationLevels } from '../evaluation/evaluation-levels.ts';
import { requireSample, trialOf } from '../evaluation/evaluation-sample.ts';
import type { RuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { velocitySymbolsOf } from '../symbols/velocity-symbols.ts';
import { sourcesOf, storableVelocityText, velocitySource } from '../symbols/velocity-text.ts';
import { reading } from '../unit-of-work.ts';

/**
 * What the sample event would add to each velocity of a text, with the environment's stored lists; nothing is stored or
 * counted. Whether names are free is found when a set is published. Throws RULE-EVALUATION-TIMEOUT, and REQ-INVALID for
 * a sample that is not a JSON object.
 */
export const evaluateVelocitySet = async (
  context: EnvironmentContext,
  evaluator: RuleEvaluator,
  { text }: { readonly text: VelocitySetText },
): Promise<VelocityEvaluation> => {
  const stored = storableVelocityText(text);
  const payload = requireSample(stored.samplePayload);
  const { job, known, reachable, load } = await evaluationLevels(context, 'velocities');
  const defined = await reading(context, (trx) => readAssessmentsInTree(trx, context.environmentId));
  const sources = sourcesOf(stored, defined);
  return evaluator.evaluate(
    context,
    {
      kind: 'velocitySet',
      ...job,
      event: stored.sampleEvent,
      ...(sources ? { sources } : {}),
      source: velocitySource(stored),
      symbols: {
        ...velocitySymbolsOf(known, [], defined, reachable),
        limits: context.limits ?? {},
      },
      ...trialOf(context, payload),
    },
    load,
  );
};
