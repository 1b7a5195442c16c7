import { SYSTEM_VELOCITY_SETS } from '@redoubt/domain';
import type { PublishedVelocitySet } from '@redoubt/storage';
import { velocitySetHash } from '../velocities/velocity-text.ts';

/** A velocity set as plans name it. */
export type PlannedVelocitySet = Pick<
  PublishedVelocitySet,
  'id' | 'name' | 'version' | 'active' | 'contentHash' | 'condition' | 'velocities'
>;

/** The sets every environment has. */
export const SYSTEM_SETS: readonly PlannedVelocitySet[] = SYSTEM_VELOCITY_SETS.map((set) => ({
  ...set,
  version: 1,
  active: true,
  contentHash: velocitySetHash(set),
}));
