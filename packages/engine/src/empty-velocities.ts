import type { VelocitySource } from '@redoubt/fql';
import type { EngineInput } from './engine-input.ts';
import { compilePlan } from './plan.ts';
import type { PlanLevelSource } from './plan-sources.ts';
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
 * includes it (`docs/reference/deciding.md#trying-a-text`). For trying a rule on a sample. The environment is the last
 * one of a path that begins at the root: its sets may call functions of those above.
 */
export const emptyVelocities = (path: readonly PlanLevelSource[], input: EngineInput): VelocitySource => {
  const environmentId = path.at(-1)?.environmentId ?? '';
  const { plan } = compilePlan('sample', environmentId, path, new Map());
  const level = plan.levels.at(-1);
  return velocitySourceOf(level?.velocities ?? new Map(), PORT, currentContributions(plan, input));
};
