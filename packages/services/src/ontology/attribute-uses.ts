import type { TextUser } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import { listPublishedVelocitySets, listReferences, type TenantTransaction } from '@redoubt/storage';
import { textUserOf } from '../references/references.ts';
import { velocityFactsOf } from '../symbols/velocity-text.ts';
import type { KnownEvent } from './known-events.ts';

/** What reads an attribute of a kind of event. */
export type AttributeUses = (event: string, path: string) => readonly TextUser[];

/**
 * What published texts of an environment read. An event about a purchase carries the purchase beside its own body, so a
 * velocity may read `purchase.user.email` of a chargeback: that is the purchase's attribute. Functions read the attribute
 * of any event that carries the path.
 */
export const readAttributeUses = async (
  trx: TenantTransaction,
  environmentId: Id,
  known: readonly KnownEvent[],
): Promise<AttributeUses> => {
  const eventByPrefix = new Map(
    known.map(({ event, defined }) => [(defined?.apiName ?? event).toLowerCase(), event as string]),
  );
  const eventsOfSet = new Map(
    (await listPublishedVelocitySets(trx, environmentId)).map((set) => [
      set.id,
      new Set<string>(velocityFactsOf(set).flatMap(({ events }) => events)),
    ]),
  );
  const uses = new Map<string, TextUser[]>();
  const add = (event: string, path: string, use: TextUser): void => {
    const key = `${event} ${path}`;
    uses.set(key, [...(uses.get(key) ?? []), use]);
  };
  for (const reference of await listReferences(trx, { kinds: ['attribute'], readersIn: environmentId })) {
    const use = textUserOf(reference);
    const { kind, id, assessment } = use;
    const path = reference.name.toLowerCase();
    const [first = '', ...rest] = path.split('.');
    const carried = kind === 'velocitySet' && rest.length > 0 ? eventByPrefix.get(first) : undefined;
    if (carried !== undefined) add(carried, rest.join('.'), use);
    const events = kind === 'rule' ? [assessment ?? ''] : (eventsOfSet.get(id) ?? ['']);
    for (const event of events) add(event, path, use);
  }
  return (event, path) => {
    const key = path.toLowerCase();
    return [...(uses.get(`${event} ${key}`) ?? []), ...(uses.get(` ${key}`) ?? [])];
  };
};
