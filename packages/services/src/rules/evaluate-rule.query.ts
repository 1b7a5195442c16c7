import type { Evaluation, RuleText } from '@redoubt/contracts';
import type { AssessmentName, Decision, RuleType, VelocitySetDefinition } from '@redoubt/domain';
import { listPublishedVelocitySets } from '@redoubt/storage';
import { readAttributes } from '../symbols/assessment-symbols.ts';
import { symbolsOf } from '../symbols/schema-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { callSymbols } from '../symbols/plan-calls.ts';
import { sampleDevice } from '../fingerprints/sample-device.ts';
import { evaluationLevels } from '../evaluation/evaluation-levels.ts';
import { planVelocitySet, SYSTEM_SETS } from '../plans/planned-velocity-sets.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { evaluationLists } from '../evaluation/evaluation-lists.ts';
import { EVALUATION_SEED, requireSample } from '../evaluation/evaluation-sample.ts';
import type { RuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { stagedSourceOf, storableText } from '../symbols/rule-text.ts';
import { inTransaction } from '../unit-of-work.ts';

const velocityCodes = ({ condition, velocities }: VelocitySetDefinition): readonly string[] => [
  condition,
  ...velocities.map(({ code }) => code),
];

/** What a text is: a rule that decides, or an action after a decision. */
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
  const { sets, events } = await inTransaction(context, async (trx) => ({
    sets: await listPublishedVelocitySets(trx, environmentId),
    events: await readAttributes(trx, environmentId, assessment),
  }));
  const texts = [stored.condition, ...stored.clauses.map(({ code }) => code)];
  const counted = texts.some((code) => /\bincludeCurrent\b/i.test(code)) ? [...SYSTEM_SETS, ...sets] : [];
  const levels = await evaluationLevels(context);
  const called = levels.own.flatMap((each) => each.text.clauses.map(({ code }) => code));
  const named = [...texts, ...called, ...counted.flatMap(velocityCodes)];
  const lists = await evaluationLists(context, named, levels.above);
  const velocities = readableVelocities(sets).map(({ name }) => name);
  const path = [environmentId, ...lists.above.map((level) => level.environmentId).toReversed()];
  return evaluator.evaluate(
    context,
    {
      kind: 'rule',
      source: stagedSourceOf(stored, type, assessment),
      symbols: {
        ...symbolsOf(events, lists.known, velocities, callSymbols(levels.callable)),
        functions: levels.reachable,
        limits: context.limits ?? {},
      },
      callable: levels.callable,
      decision,
      device: await sampleDevice(context, path, payload),
      environmentId,
      above: lists.above,
      functions: levels.own,
      lists: lists.named,
      velocitySets: counted.map((set) => planVelocitySet(environmentId, set)),
      payload,
      nowMs: context.clock.now(),
      correlationId: context.correlationId,
      seed: EVALUATION_SEED,
    },
    lists.load,
  );
};
