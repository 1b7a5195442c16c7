import type { SymbolTable } from '@redoubt/contracts';
import { nameKey, SYSTEM_VELOCITY_SETS, type VelocitySetDefinition } from '@redoubt/domain';
import type { PublishedVelocitySet } from '@redoubt/storage';
import { velocityFactsOf, velocityNames } from './velocity-text.ts';

export type ReadableVelocity = SymbolTable['velocities'][number];

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

/** Names of velocities that a new text no longer has. */
export const vanishingVelocities = (
  before: Pick<VelocitySetDefinition, 'velocities'>,
  after: Pick<VelocitySetDefinition, 'velocities'>,
): readonly string[] => {
  const kept = new Set(velocityNames(after).map(nameKey));
  return velocityNames(before).filter((name) => !kept.has(nameKey(name)));
};
