import type { Evaluation, RuleText } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import { listPublishedVelocitySets } from '@redoubt/storage';
import { catalogueOf } from '../catalogue/schema-catalogue.ts';
import type { EnvironmentContext } from '../context.ts';
import { readableVelocities } from '../velocities/readable-velocities.ts';
import { evaluationLists } from './evaluation-lists.ts';
import { EVALUATION_SEED, requireSample } from './evaluation-sample.ts';
import type { RuleEvaluator } from './rule-evaluator.ts';
import { sourceOf, storableText } from './rule-text.ts';

/**
 * Runs a rule text over its sample with the environment's stored lists; nothing is stored. Velocities are 0
 * (`decisioning.md` §2.6). Diagnostics come back in any case, a result only where there is no error. Throws
 * RULE-EVALUATION-TIMEOUT, and REQ-INVALID for a sample that is not a JSON object.
 */
export const evaluateRule = async (
  context: EnvironmentContext,
  evaluator: RuleEvaluator,
  assessment: AssessmentName,
  text: RuleText,
): Promise<Evaluation> => {
  const { database, tenantId, environmentId } = context;
  const stored = storableText(text);
  const payload = requireSample(stored.samplePayload);
  const lists = await evaluationLists(context, [stored.condition, ...stored.clauses.map(({ code }) => code)]);
  const sets = await database.inTenant(tenantId, (trx) => listPublishedVelocitySets(trx, environmentId));
  const velocities = readableVelocities(sets).map(({ name }) => name);
  return evaluator.evaluate(
    {
      kind: 'rule',
      source: sourceOf(stored),
      catalogue: catalogueOf(assessment, lists.known, velocities),
      lists: lists.named,
      payload,
      nowMs: context.clock.now(),
      correlationId: context.correlationId,
      seed: EVALUATION_SEED,
    },
    lists.load,
  );
};
