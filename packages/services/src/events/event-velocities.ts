import type { EventVelocity } from '@redoubt/contracts';
import { DEFAULT_VELOCITY_WINDOW_MODE } from '@redoubt/domain';
import { velocityReadsOf, type VelocityReads } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { Manifest } from '../plans/manifest.ts';

/** The velocities a decision read, with the values they had for it. Environment names are today's. */
export const eventVelocities = (
  { levels }: Pick<Manifest, 'levels'>,
  reads: VelocityReads,
  warming: readonly string[],
  environmentNames: ReadonlyMap<Id, string>,
): EventVelocity[] =>
  velocityReadsOf(reads).flatMap(({ level: at, name, window, includesCurrent, key, value }) => {
    const level = levels[at];
    if (!level) return [];
    const doubt = typeof value === 'object' ? value : null;
    return {
      environmentId: level.environmentId,
      environmentName: environmentNames.get(level.environmentId) ?? level.environmentId,
      name,
      window,
      windowMode: level.windowMode ?? DEFAULT_VELOCITY_WINDOW_MODE,
      includesCurrent,
      key,
      value: doubt ? doubt.value : (value as number | null),
      uncertainEvents: doubt?.uncertainEvents ?? 0,
      isEstimate: doubt?.isEstimate ?? false,
      warming: warming.includes(`${at}.${name}`),
    };
  });
