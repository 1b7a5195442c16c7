import type { getEventNotes, ParamsOf } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import {
  findEventOutline,
  wasErased,
  type EventOutline,
  type NotedEvent,
  type TenantTransaction,
} from '@redoubt/storage';
import { kindOfType } from '../assessment-kinds/event-type.ts';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, type Subtree } from '../environments/subtree.ts';
import type { HashEventId } from '../secrets/subject-keys.ts';

/** The address of an event, as the environment of the path sees it. */
export type EventAddress = Omit<ParamsOf<typeof getEventNotes>, 'environmentId'>;

export type FoundEvent = { readonly event: NotedEvent; readonly outline: EventOutline; readonly subtree: Subtree };

/**
 * The event an address names: of the environment of the address or of one below it, and of no other.
 *
 * @throws `EVENT-UNKNOWN`, `EVENT-ERASED`, `ENV-UNKNOWN`.
 */
export const findNotedEvent = async (
  trx: TenantTransaction,
  { database, tenantId, environmentId }: EnvironmentContext,
  { eventType, eventEnvironmentId, eventId }: EventAddress,
  hashEventId?: HashEventId,
): Promise<FoundEvent> => {
  const kind = await kindOfType(trx, environmentId, eventType);
  if (kind === undefined) throw fail('EVENT-UNKNOWN', { id: eventId });
  const subtree = await loadSubtree(trx, environmentId);
  if (!subtree.environments.some(({ id }) => id === eventEnvironmentId))
    throw fail('ENV-UNKNOWN', { id: eventEnvironmentId });
  const event = { environmentId: eventEnvironmentId, kind, eventId };
  const outline = await findEventOutline(trx, event);
  if (outline !== undefined) return { event, outline, subtree };
  const reference = { tenantId, ...event };
  const isErased = hashEventId && (await wasErased(database, { ...reference, idHash: hashEventId(reference) }));
  throw isErased ? fail('EVENT-ERASED') : fail('EVENT-UNKNOWN', { id: eventId });
};
