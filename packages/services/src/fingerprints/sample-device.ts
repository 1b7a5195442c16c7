import type { Id, JsonObject } from '@redoubt/kernel';
import { findDeviceSessions } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { seenAttributes } from '../privacy/mask-operations.ts';
import { sessionIdOf } from './device-facts.ts';
import type { FoundDevice } from './device-lookup.ts';

/**
 * The session that a sample names, as a decision would have it, with masks for callers who see them; undefined where none
 * is kept.
 *
 * @param environmentIds the sample's environment and those above; the nearest counts.
 */
export const sampleDevice = async (
  context: EnvironmentContext,
  environmentIds: readonly Id[],
  payload: JsonObject,
): Promise<FoundDevice | undefined> => {
  const { database, tenantId } = context;
  const sessionId = sessionIdOf(payload);
  if (sessionId === undefined) return undefined;
  const found = await findDeviceSessions(database, [{ tenantId, sessionId }]);
  const nearest = environmentIds.flatMap((id) => found.find(({ environmentId }) => environmentId === id) ?? []).at(0);
  return nearest && { sessionId, speedMph: nearest.speedMph, attributes: seenAttributes(context, nearest.attributes) };
};
