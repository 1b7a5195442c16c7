import type { LoggedKind } from '@redoubt/domain';
import { DEFAULT_SWITCHES } from '@redoubt/fql';
import { NO_CALLS } from './calls.ts';
import type { EngineInput } from './engine-input.ts';
import { countedFunctions } from './functions.ts';
import { listsSeenAt } from './lists.ts';
import type { Plan } from './plan-model.ts';
import { variablesSeenAt, type LevelVariables } from './variables.ts';
import { velocitySourceOf, type CurrentContributions, type VelocityContribution } from './velocities.ts';

/** Whether events of a kind add to any velocity of a plan. */
export const countsKind = (plan: Plan, kind: LoggedKind): boolean =>
  plan.levels.some(({ velocitySets }) =>
    velocitySets.some(({ velocities }) => [...velocities.values()].some(({ kinds }) => kinds.has(kind))),
  );

/**
 * What an event adds to the velocities of its environment and of all above it
 * (`docs/reference/deciding.md#velocity-sets`). `payload` is the event as velocities see it, see `velocityPayload`, and
 * `variables` the global ones that rules and actions set. Worked out once, before the event is stored.
 */
export const contributionsOf = (
  plan: Pick<Plan, 'levels'>,
  kind: LoggedKind,
  input: EngineInput,
  variables?: LevelVariables,
): readonly VelocityContribution[] => {
  const contributions: VelocityContribution[] = [];
  for (const level of plan.levels) {
    const context = {
      ...input,
      calls: NO_CALLS,
      ...listsSeenAt(level.lists, input.nowMs),
      switches: DEFAULT_SWITCHES,
      velocities: velocitySourceOf(level.velocities, input.velocities),
      functions: countedFunctions(plan.levels, level, input),
      ...(variables && { variables: variablesSeenAt(level, variables) }),
    };
    for (const { compiled, velocities } of level.velocitySets) {
      for (const { clauseId, key, value } of compiled.run(context).contributions) {
        const found = velocities.get(clauseId);
        if (found?.kinds.has(kind)) contributions.push({ velocity: found.velocity, key, value });
      }
    }
  }
  return contributions;
};

/**
 * What the event being decided adds to velocities before it has a decision: `ruleEvaluation` is missing. Worked out
 * once, when a rule first asks; most never do.
 */
export const currentContributions = (plan: Pick<Plan, 'levels'>, input: EngineInput): CurrentContributions => {
  let known: ReadonlyMap<string, VelocityContribution> | undefined;
  return ({ series }, key) => {
    known ??= new Map(
      contributionsOf(plan, input.kind ?? 'purchase', input).map((each) => [
        `${each.velocity.series} ${each.key}`,
        each,
      ]),
    );
    return known.get(`${series} ${key}`);
  };
};
