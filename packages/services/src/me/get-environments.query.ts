import type { getMyEnvironments as endpoint, MyEnvironments, QueryOf } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { inTreeOrder } from './environment-order.ts';
import { openedOf } from './opened-environments.ts';

const PAGE_ENVIRONMENTS = 200;

/**
 * Environments in which a person may do anything, in the order of the tree, a page after the one that the cursor names. Rights
 * are said once for all environments that share them.
 *
 * @throws `REQ-INVALID` for a cursor that names none of them.
 */
export const getMyEnvironments = (
  context: ServiceContext,
  person: SignedInPerson,
  { find = '', cursor }: QueryOf<typeof endpoint>,
): Promise<MyEnvironments> =>
  reading(context, async (trx) => {
    const { environments, isDisabled } = await loadPersonAccess(trx, person, new Date(context.clock.now()));
    if (isDisabled) throw fail('AUTH-PERSON-DISABLED');
    const wanted = find.trim().toLowerCase();
    const found = inTreeOrder(openedOf(environments)).filter(
      ({ environment: { id, name } }) => name.toLowerCase().includes(wanted) || id.startsWith(wanted),
    );
    const before = cursor === undefined ? -1 : found.findIndex(({ environment }) => environment.id === cursor);
    if (cursor !== undefined && before < 0) throw fail('REQ-INVALID', { count: 1 });
    const page = found.slice(before + 1, before + 1 + PAGE_ENVIRONMENTS);
    const last = page.at(-1);
    const rights: MyEnvironments['rights'] = [];
    const places = new Map<string, number>();
    const placeOf = (held: MyEnvironments['rights'][number]): number => {
      const key = JSON.stringify(held);
      const place = places.get(key) ?? rights.push(held) - 1;
      places.set(key, place);
      return place;
    };
    return {
      environments: page.map(({ environment: { roles, capabilities, ...environment }, depth }) => ({
        ...environment,
        depth,
        rights: placeOf({ roles, capabilities }),
      })),
      rights,
      total: found.length,
      nextCursor: last !== undefined && before + 1 + page.length < found.length ? last.environment.id : null,
    };
  });
