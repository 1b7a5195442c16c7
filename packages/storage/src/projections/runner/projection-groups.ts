import type { Projector } from '../projector.ts';

/** Projectors that make their next step together. */
export type StepGroup = {
  readonly from: number;
  readonly projectors: readonly Projector[];
  /** Events of the step, about. */
  readonly most: number;
};

/** How many events a step has: of those that gather, and of the others. */
type StepSizes = { readonly most: number; readonly gathered: number };

/**
 * Groups what stands at one position and makes steps of one size. One that follows another goes no further than that one
 * stands: its group makes a smaller step, or goes on without it while there is nothing to follow.
 *
 * @param positions of all projectors, those that make no step now too.
 */
export const groupsOf = (
  projectors: readonly Projector[],
  positions: ReadonlyMap<string, number>,
  sizes: StepSizes,
): readonly StepGroup[] => {
  const placeOf = ({ name, gathers }: Projector): string => `${positions.get(name) ?? 0} ${gathers === true}`;
  return [...Map.groupBy(projectors, placeOf).values()].flatMap((group): readonly StepGroup[] => {
    const [first] = group;
    if (first === undefined) return [];
    const from = positions.get(first.name) ?? 0;
    const isTogether = (name: string): boolean => group.some((each) => each.name === name);
    const roomOf = ({ follows }: Projector): number =>
      follows === undefined || isTogether(follows) ? Infinity : (positions.get(follows) ?? Infinity) - from;
    const able = group.filter((each) => roomOf(each) > 0);
    const size = first.gathers === true ? sizes.gathered : sizes.most;
    return able.length === 0 ? [] : [{ from, projectors: able, most: Math.min(size, ...able.map(roomOf)) }];
  });
};
