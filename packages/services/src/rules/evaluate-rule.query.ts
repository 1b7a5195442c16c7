import type { Evaluation, RuleText } from '@redoubt/contracts';
import type { AssessmentName, Decision, RuleType } from '@redoubt/domain';
import { readAttributes } from '../symbols/assessment-symbols.ts';
import { readRoutingQueues } from '../symbols/routing-queues.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { callSymbols } from '../symbols/plan-calls.ts';
import { sampleDevice } from '../fingerprints/sample-device.ts';
import { evaluationLevels } from '../evaluation/evaluation-levels.ts';
import { planVelocitySet, SYSTEM_SETS } from '../plans/planned-velocity-sets.ts';
import { requireSample, trialOf } from '../evaluation/evaluation-sample.ts';
import type { RuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { stagedSourceOf, storableText } from '../symbols/rule-text.ts';
import { inTransaction } from '../unit-of-work.ts';

/** What a text is: a rule that decides, an action after a decision, or a routing rule, which finds a review. */
export type EvaluatedAs = { readonly type: RuleType; readonly decision: Decision };

const AS_RULE: EvaluatedAs = { type: 'decision', decision: 'Approve' };

/**
 * Runs a rule text over its sample with the environment's stored lists; nothing is stored. Velocities are
 * 0, or what the sample alone comes to where a rule includes it (`docs/reference/deciding.md#trying-a-text`).
 * Diagnostics come back in any case, a result only where there is no error. Throws RULE-EVALUATION-TIMEOUT, and
 * REQ-INVALID for a sample that is not a JSON object.
 */
export const evaluateRule = async (
  context: EnvironmentContext,
  evaluator: RuleEvaluator,
  assessment: AssessmentName,
  text: RuleText,
  { type, decision }: EvaluatedAs = AS_RULE,
): Promise<Evaluation> => {
  const { environmentId } = context;
  const stored = storableText(assessment, text);
  const payload = requireSample(stored.samplePayload);
  const { events, queues } = await inTransaction(context, async (trx) => ({
    events: await readAttributes(trx, environmentId, assessment),
    queues: type === 'routing' ? await readRoutingQueues(trx, environmentId, assessment) : null,
  }));
  const { job, known, reachable, sets, velocities, path, load } = await evaluationLevels(context);
  return evaluator.evaluate(
    context,
    {
      kind: 'rule',
      ...job,
      source: stagedSourceOf(stored, type, assessment),
      symbols: {
        ...symbolsOf(events, known, velocities, callSymbols(job.callable)),
        functions: reachable,
        limits: context.limits ?? {},
        ...(queues === null ? {} : { queues: queues.map(({ name }) => name) }),
      },
      decision,
      device: await sampleDevice(context, path, payload),
      velocitySets: [...SYSTEM_SETS, ...sets].map((set) => planVelocitySet(environmentId, set)),
      ...trialOf(context, payload),
    },
    load,
  );
};
