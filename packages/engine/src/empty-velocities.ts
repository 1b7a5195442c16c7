import type { VelocitySource } from '@redoubt/fql';
import type { EngineInput } from './engine-input.ts';
import type { Plan } from './plan-model.ts';
import { currentContributions } from './contributions.ts';
import { velocitySourceOf, type VelocityContribution, type VelocityPort } from './velocities.ts';

/** What a velocity holds that has counted one event. */
const valueOfOne = ({ velocity, value }: VelocityContribution): number => {
  if (velocity.aggregate === 'StdDev') return 0;
  return velocity.aggregate === 'Count' || velocity.aggregate === 'DistinctCount' ? 1 : Number(value);
};

const PORT: VelocityPort = {
  read: (_velocity, _key, _amount, _unit, current) => {
    const added = current?.();
    return added ? valueOfOne(added) : 0;
  },
};

/**
 * Velocities of an environment that have counted nothing yet: 0, and what the event itself comes to where a rule
 * includes it (`docs/reference/deciding.md#trying-a-text`). For trying a rule on a sample. The environment is that of
 * the last level.
 */
export const emptyVelocities = (plan: Plan, input: EngineInput): VelocitySource =>
  velocitySourceOf(plan.levels.at(-1)?.velocities ?? new Map(), PORT, currentContributions(plan, input));
