import { SESSION_ID, SESSION_PATHS, textAt, USUAL_DEVICE_KEYS } from '@redoubt/domain';
import type { EnrichmentSource } from '@redoubt/fql';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { FoundDevice } from './device-lookup.ts';

/** The session an event names; undefined where it names none that the script could have made. */
export const sessionIdOf = (body: JsonObject): string | undefined =>
  SESSION_PATHS.map((path) => textAt(body, path)).find((id) => id !== null && SESSION_ID.test(id)) ?? undefined;

/** Attributes by name, as texts; empty ones are there as well. */
export const pickAttributes = (attributes: JsonObject, keys: readonly string[]): Record<string, Json> =>
  Object.fromEntries(keys.map((key) => [key, attributes[key] ?? '']));

/** What an answer carries of the session that was found; nothing where there was none. */
export const deviceAttributesIn = ({ deviceAttributes }: JsonObject, keys: readonly string[]): JsonObject =>
  isJsonObject(deviceAttributes) ? pickAttributes(deviceAttributes, keys) : {};

/** The bot score of the session that was found; undefined where there was none. */
export const botScoreIn = ({ deviceAttributes }: JsonObject): number | undefined => {
  const score = isJsonObject(deviceAttributes) ? Number(deviceAttributes.botScore || Number.NaN) : Number.NaN;
  return Number.isFinite(score) ? score : undefined;
};

/** Values that the product adds to what rules read of an event. */
export const generatedOf = (device: FoundDevice | undefined): JsonObject =>
  device ? { deviceAttributes: device.attributes } : {};

/** `Device.*` for the session that was found: other ids are not known, in whatever way a rule came by them. */
export const deviceSource = (found: FoundDevice | undefined): Pick<EnrichmentSource, 'device' | 'speedOfTravel'> => ({
  device: (id, extent) => {
    if (found === undefined || found.sessionId !== id) return undefined;
    return extent === 'full' ? found.attributes : pickAttributes(found.attributes, USUAL_DEVICE_KEYS);
  },
  speedOfTravel: (id) => (found?.sessionId === id ? found.speedMph : undefined),
});
