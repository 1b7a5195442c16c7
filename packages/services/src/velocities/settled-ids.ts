import type { VelocitySetDefinition, VelocityText } from '@redoubt/domain';
import { format, velocityDefinitionOf } from '@redoubt/fql';
import { newId, type Id } from '@redoubt/kernel';

/** Where the name of a velocity stood in its text. */
const NAMELESS = '_';

/** What a velocity counts, whatever it is called and however it is laid out. */
const meaningOf = (condition: string, { code }: VelocityText): string => {
  const text = format('velocityDefinition', code);
  const span = velocityDefinitionOf(text)?.nameSpan ?? { from: 0, to: 0 };
  const nameless = `${text.slice(0, span.from)}${NAMELESS}${text.slice(span.to)}`;
  return JSON.stringify([format('velocityCondition', condition), nameless]);
};

export type SettledIds = {
  readonly velocities: readonly VelocityText[];
  /** Ids of those that begin to count with this version. */
  readonly begun: readonly Id[];
};

/**
 * Gives the velocities of a text to be published the ids their counts are kept under. One that means what it meant in the
 * published version keeps its id and so its counts; any other gets an id that nothing was ever counted under, also where
 * an older version said the same: what happened in between would be missing.
 */
export const withSettledIds = (
  text: VelocitySetDefinition,
  published: VelocitySetDefinition | undefined,
): SettledIds => {
  if (published === undefined) return { velocities: text.velocities, begun: text.velocities.map(({ id }) => id) };
  const kept = new Map(published.velocities.map((velocity) => [velocity.id, meaningOf(published.condition, velocity)]));
  const begun: Id[] = [];
  const same = text.velocities.map((velocity) => {
    const meaning = meaningOf(text.condition, velocity);
    // By its own id first: two velocities of a set may mean the same.
    const own = kept.get(velocity.id) === meaning ? velocity.id : undefined;
    return { velocity, meaning, own };
  });
  for (const { own } of same) if (own !== undefined) kept.delete(own);
  const velocities = same.map(({ velocity, meaning, own }) => {
    const found = own ?? [...kept].find(([, known]) => known === meaning)?.[0];
    if (found !== undefined) {
      kept.delete(found);
      return { ...velocity, id: found };
    }
    const id = newId();
    begun.push(id);
    return { ...velocity, id };
  });
  return { velocities, begun };
};
