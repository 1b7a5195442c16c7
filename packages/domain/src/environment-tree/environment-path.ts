import type { Id } from '@redoubt/kernel';

/** What a walk to the root needs to know of an environment. */
export type EnvironmentLink = { readonly id: Id; readonly parentId: Id | null };

export type EnvironmentPath = {
  /** Ancestors, nearest first, as walked. */
  readonly parentIds: readonly Id[];
  /** Why the walk stopped before a root; null for a sound path. */
  readonly broken: 'loop' | 'missingParent' | null;
};

/**
 * Walks from an environment to its root (`docs/reference/access.md#environments`). Stops at a loop or a parent that is
 * not there.
 */
export const environmentPath = (id: Id, byId: ReadonlyMap<Id, EnvironmentLink>): EnvironmentPath => {
  const seen = new Set<Id>([id]);
  const parentIds: Id[] = [];
  let parentId = byId.get(id)?.parentId ?? null;
  while (parentId !== null) {
    if (seen.has(parentId)) return { parentIds, broken: 'loop' };
    const parent = byId.get(parentId);
    if (!parent) return { parentIds, broken: 'missingParent' };
    seen.add(parentId);
    parentIds.push(parentId);
    parentId = parent.parentId;
  }
  return { parentIds, broken: null };
};

/** The root of the tree that an environment stands in; the last one reached where a parent is missing. */
export const rootIdOf = (id: Id, byId: ReadonlyMap<Id, EnvironmentLink>): Id =>
  environmentPath(id, byId).parentIds.at(-1) ?? id;

/** Ids from the root to the environment itself: the order rules run in. */
export const rootFirst = (id: Id, path: EnvironmentPath): readonly Id[] => [...path.parentIds.toReversed(), id];

/** Names from the root to the environment, joined with `/`. */
export const pathNames = <E extends EnvironmentLink & { readonly name: string }>(
  id: Id,
  byId: ReadonlyMap<Id, E>,
): string =>
  rootFirst(id, environmentPath(id, byId))
    .map((each) => byId.get(each)?.name ?? each)
    .join('/');

/** An environment and everything below it, parents before their children. */
export const withDescendants = (id: Id, environments: readonly EnvironmentLink[]): readonly Id[] => {
  const found = new Set<Id>([id]);
  for (const each of found) {
    for (const { id: childId, parentId } of environments) if (parentId === each) found.add(childId);
  }
  return [...found];
};
