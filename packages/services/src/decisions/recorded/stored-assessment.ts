import { isAssessmentKind, shapeStoredEvent } from '@redoubt/domain';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { readStoredRequest, type Database, type EventKey } from '@redoubt/storage';

/**
 * Finds the body of a stored assessment in the spelling that rules see; undefined where there is none, or none that
 * stands before a position.
 */
export const assessmentReader =
  (database: Database) =>
  async (key: EventKey, before?: number): Promise<JsonObject | undefined> => {
    if (!isAssessmentKind(key.kind)) return undefined;
    const request = await readStoredRequest(database, key, before);
    if (!isJsonObject(request)) return undefined;
    const body = structuredClone(request);
    return shapeStoredEvent(key.kind, body).length === 0 ? body : undefined;
  };
