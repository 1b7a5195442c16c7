import type { getEvent, ParamsOf } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { readEvent, wasErased, type EventRecord } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { kindOfType } from '../assessment-kinds/event-type.ts';
import type { HashEventId } from '../secrets/subject-keys.ts';
import { loadSubtree } from '../environments/subtree.ts';
import { reading } from '../unit-of-work.ts';

/**
 * The event an address names, with its environment. It may belong to one below the environment of the address, and to no
 * other.
 *
 * @param hashEventId by which an erased event is recognised.
 * @throws `EVENT-UNKNOWN`, `EVENT-ERASED`, `ENV-UNKNOWN`.
 */
export const findEvent = async (
  context: EnvironmentContext,
  params: ParamsOf<typeof getEvent>,
  hashEventId?: HashEventId,
) => {
  const { database, tenantId, environmentId } = context;
  const { eventEnvironmentId, eventId, eventType } = params;
  const { kind, environments, byId } = await reading(context, async (trx) => ({
    kind: await kindOfType(trx, environmentId, eventType),
    ...(await loadSubtree(trx, environmentId)),
  }));
  if (kind === undefined) throw fail('EVENT-UNKNOWN', { id: eventId });
  const home = environments.find((environment) => environment.id === eventEnvironmentId);
  if (home === undefined) throw fail('ENV-UNKNOWN', { id: eventEnvironmentId });
  const reference = { tenantId, environmentId: home.id, kind, eventId };
  const record: EventRecord | undefined = await readEvent(database, reference);
  if (record === undefined) {
    const isErased = hashEventId && (await wasErased(database, { ...reference, idHash: hashEventId(reference) }));
    throw isErased ? fail('EVENT-ERASED') : fail('EVENT-UNKNOWN', { id: eventId });
  }
  return { record, home, byId };
};
