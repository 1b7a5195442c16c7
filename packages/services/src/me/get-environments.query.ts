import type { getMyEnvironments as endpoint, MyEnvironments, QueryOf } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { ServiceContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { inTreeOrder } from './environment-order.ts';
import { openedOf } from './opened-environments.ts';

const PAGE_ENVIRONMENTS = 200;
const CURSOR = /^(\d{1,6})\.([0-9a-f-]{36})$/;

/** Where a page begins: after the environment of the cursor, or at its place where it is no longer among those found. */
const startOf = (
  found: readonly { readonly environment: { readonly id: Id } }[],
  cursor: string | undefined,
): number => {
  if (cursor === undefined) return 0;
  const [, place, id] = CURSOR.exec(cursor) ?? [];
  if (place === undefined) throw fail('REQ-INVALID', { count: 1 });
  const at = found.findIndex(({ environment }) => environment.id === id);
  return at < 0 ? Number(place) : at + 1;
};

/**
 * Environments in which a person may do anything, in the order of the tree, a page after the one that the cursor names. Rights
 * are said once for all environments that share them.
 *
 * @throws `REQ-INVALID` for a text that is no cursor.
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
    const start = startOf(found, cursor);
    const end = start + PAGE_ENVIRONMENTS;
    const page = found.slice(start, end);
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
      nextCursor: last !== undefined && end < found.length ? `${end - 1}.${last.environment.id}` : null,
    };
  });
