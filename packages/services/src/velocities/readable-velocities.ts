import type { Catalogue } from '@redoubt/contracts';
import { nameKey, SYSTEM_VELOCITY_SETS, type VelocitySetDefinition } from '@redoubt/domain';
import type { PublishedVelocitySet } from '@redoubt/storage';
import { velocityFactsOf, velocityNames } from './velocity-text.ts';

export type ReadableVelocity = Catalogue['velocities'][number];

type NamedSet = VelocitySetDefinition & { readonly id: string; readonly name: string };

const readableOf = (set: NamedSet): readonly ReadableVelocity[] =>
  velocityFactsOf(set).flatMap(({ name, aggregate, key }) =>
    name === '' ? [] : [{ name, setId: set.id, setName: set.name, aggregate, key }],
  );

const SYSTEM_VELOCITIES: readonly ReadableVelocity[] = SYSTEM_VELOCITY_SETS.flatMap(readableOf);

/** What rules of an environment may read: velocities of its published sets, active or not, and of the system. */
export const readableVelocities = (published: readonly PublishedVelocitySet[]): readonly ReadableVelocity[] => [
  ...SYSTEM_VELOCITIES,
  ...published.flatMap(readableOf),
];

const key = (velocity: string): string => nameKey(velocity);

/** References to velocities of a text. */
export const namesAmong = (names: readonly string[], velocities: readonly string[]): readonly string[] => {
  const known = new Set(velocities.map(key));
  return names.filter((name) => known.has(key(name)));
};

/** Names in use that a new text no longer has. */
export const vanishingVelocities = (
  before: Pick<VelocitySetDefinition, 'velocities'>,
  after: Pick<VelocitySetDefinition, 'velocities'>,
  inUse: readonly string[],
): readonly string[] => {
  const kept = new Set(velocityNames(after).map(key));
  const used = new Set(inUse.map(key));
  return velocityNames(before).filter((name) => used.has(key(name)) && !kept.has(key(name)));
};
