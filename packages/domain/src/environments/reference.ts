import { isGuid, type Id } from '@redoubt/kernel';

/** What resolving a reference needs to know of an environment. */
type ReferencedEnvironment = {
  readonly id: Id;
  readonly parentId: Id | null;
  readonly customerApiId: string | null;
};

/**
 * Finds the environment a caller names (`docs/reference/wire.md#transport`): its GUID, the full path of customer API
 * ids from the root (`/primary/XYZ`), or a path that mixes GUIDs and API ids (`7b92…/XYZ`). Letter case does not
 * matter.
 *
 * Every segment must be a child of the one before; a GUID in first place may stand anywhere in the tree.
 */
export const findReferencedEnvironment = <E extends ReferencedEnvironment>(
  environments: readonly E[],
  reference: string,
): E | null => {
  const segments = reference.split('/').filter((segment) => segment !== '');
  let current: E | null = null;
  for (const segment of segments) {
    const parentId: Id | null = current?.id ?? null;
    const wanted = segment.toLowerCase();
    const anywhere = parentId === null && isGuid(segment);
    const found: E | undefined = environments.find((environment) => {
      if (!anywhere && environment.parentId !== parentId) return false;
      return environment.id === wanted || environment.customerApiId?.toLowerCase() === wanted;
    });
    if (found === undefined) return null;
    current = found;
  }
  return current;
};
