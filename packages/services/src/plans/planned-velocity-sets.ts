import { SYSTEM_VELOCITY_SETS } from '@redoubt/domain';
import type { FormerFunction, PlanVelocitySetSource } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import type { PublishedVelocitySet } from '@redoubt/storage';
import { velocitySetHash, velocitySource } from '../symbols/velocity-text.ts';

/** A velocity set as plans name it. */
export type PlannedVelocitySet = Pick<
  PublishedVelocitySet,
  'id' | 'name' | 'version' | 'active' | 'contentHash' | 'condition' | 'velocities' | 'sources'
>;

/** The sets every environment has. */
export const SYSTEM_SETS: readonly PlannedVelocitySet[] = SYSTEM_VELOCITY_SETS.map((set) => ({
  ...set,
  version: 1,
  active: true,
  contentHash: velocitySetHash(set),
}));

const SYSTEM_IDS = new Set(SYSTEM_SETS.map(({ id }) => id));

/** A set as the engine takes it. Sets of the system have one id everywhere, but each environment counts for itself. */
export const planVelocitySet = (
  environmentId: Id,
  set: PlannedVelocitySet,
  state: { readonly warming?: ReadonlySet<string> | undefined; readonly former?: readonly FormerFunction[] } = {},
): PlanVelocitySetSource => ({
  id: set.id,
  ...(state.warming === undefined ? {} : { warming: state.warming }),
  ...(state.former === undefined ? {} : { former: state.former }),
  ...(SYSTEM_IDS.has(set.id) ? { countsUnder: `${environmentId}/${set.id}` } : {}),
  name: set.name,
  version: set.version,
  hash: set.contentHash,
  active: set.active,
  ...(set.sources ? { sources: set.sources } : {}),
  text: velocitySource(set),
});
