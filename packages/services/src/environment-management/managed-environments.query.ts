import type { ManagedEnvironments } from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { readPersonTree, toManaged, type EnvironmentOptions } from './environment-tree.ts';

/** The environments of the tenant that a person may look at, in every status, by name. */
export const getManagedEnvironments = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { geographies, undoWindowMs }: EnvironmentOptions,
): Promise<ManagedEnvironments> =>
  reading(context, async (trx) => {
    const tree = await readPersonTree(trx, context, person);
    const mayCreateRoot = allows(tree.tenantCapabilities, 'rootEnvironments:write');
    return {
      environments: await toManaged(trx, context, tree, tree.seen),
      geographies: mayCreateRoot ? [...geographies] : [],
      undoDays: undoWindowMs / DAY_MS,
    };
  });
