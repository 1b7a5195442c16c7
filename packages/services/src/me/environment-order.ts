import type { EnvironmentLink } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { compareText } from '../people/page-after.ts';

type Named = EnvironmentLink & { readonly name: string };

/** An environment with how far it stands below the first one above it that is listed. */
export type Placed<E> = { readonly environment: E; readonly depth: number };

/** The tree from its roots down, siblings by name. @param environments with the parent of each, or null where that is not listed. */
export const inTreeOrder = <E extends Named>(environments: readonly E[]): readonly Placed<E>[] => {
  const children = Map.groupBy(environments, ({ parentId }) => parentId);
  const placed: Placed<E>[] = [];
  const put = (parentId: Id | null, depth: number): void => {
    const siblings = (children.get(parentId) ?? []).toSorted(
      (left, right) => compareText(left.name, right.name) || (left.id < right.id ? -1 : 1),
    );
    for (const environment of siblings) {
      placed.push({ environment, depth });
      put(environment.id, depth + 1);
    }
  };
  put(null, 0);
  return placed;
};

/**
 * The environments that a console needs at its start: those it names first, each with what stands above it, and then others in
 * the order of the tree until there are so many.
 *
 * @param first ids in their order; unknown ones are left out.
 */
export const startEnvironments = <E extends Named>(
  environments: readonly E[],
  first: readonly (Id | undefined)[],
  most: number,
): readonly E[] => {
  if (environments.length <= most) return environments;
  const byId = new Map(environments.map((environment) => [environment.id, environment]));
  const chosen = new Set<Id>();
  const withParents = (id: Id | undefined): void => {
    for (
      let next = byId.get(id ?? '');
      next !== undefined && !chosen.has(next.id);
      next = byId.get(next.parentId ?? '')
    )
      chosen.add(next.id);
  };
  const ordered = inTreeOrder(environments).map(({ environment }) => environment.id);
  const roots = environments.filter(({ parentId }) => parentId === null).map(({ id }) => id);
  for (const id of [...first, ...roots, ...ordered]) {
    if (chosen.size >= most) break;
    withParents(id);
  }
  return environments.filter(({ id }) => chosen.has(id));
};
