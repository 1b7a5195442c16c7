import type { Id, JsonObject } from '@redoubt/kernel';
import { findDeviceSessions } from '@redoubt/storage';
import type { ServiceContext } from '../context.ts';
import { sessionIdOf } from './device-facts.ts';
import type { FoundDevice } from './device-lookup.ts';

/**
 * The session that a sample names, as a decision would have it; undefined where none is kept.
 *
 * @param environmentIds the sample's environment and those above; the nearest counts.
 */
export const sampleDevice = async (
  { database, tenantId }: ServiceContext,
  environmentIds: readonly Id[],
  payload: JsonObject,
): Promise<FoundDevice | undefined> => {
  const sessionId = sessionIdOf(payload);
  if (sessionId === undefined) return undefined;
  const found = await findDeviceSessions(database, [{ tenantId, sessionId }]);
  const nearest = environmentIds.flatMap((id) => found.find(({ environmentId }) => environmentId === id) ?? []).at(0);
  return nearest && { sessionId, speedMph: nearest.speedMph, attributes: nearest.attributes };
};
