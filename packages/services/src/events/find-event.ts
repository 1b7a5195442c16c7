import type { getEvent, ParamsOf } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { readEvent, type EventRecord } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { kindOfType } from '../assessments/event-type.ts';
import { loadSubtree } from '../environments/subtree.ts';

/**
 * The event an address names, with its environment. It may belong to one below the environment of the address, and to no
 * other.
 *
 * @throws `EVENT-UNKNOWN`, `ENV-NO-ACCESS`.
 */
export const findEvent = async (context: EnvironmentContext, params: ParamsOf<typeof getEvent>) => {
  const { database, tenantId, environmentId } = context;
  const { eventEnvironmentId, eventId, eventType } = params;
  const { kind, environments, byId } = await database.readTenant(tenantId, async (trx) => ({
    kind: await kindOfType(trx, environmentId, eventType),
    ...(await loadSubtree(trx, environmentId)),
  }));
  if (kind === undefined) throw fail('EVENT-UNKNOWN', { id: eventId });
  const home = environments.find((environment) => environment.id === eventEnvironmentId);
  if (home === undefined)
    throw fail('ENV-NO-ACCESS', { name: byId.get(eventEnvironmentId)?.name ?? eventEnvironmentId });
  const record: EventRecord | undefined = await readEvent(database, {
    tenantId,
    environmentId: home.id,
    kind,
    eventId,
  });
  if (record === undefined) throw fail('EVENT-UNKNOWN', { id: eventId });
  return { record, home, byId };
};
