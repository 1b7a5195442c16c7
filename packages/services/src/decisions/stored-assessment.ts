import { isAssessmentKind, shapeEvent } from '@redoubt/domain';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { readStoredRequest, type Database, type EventKey } from '@redoubt/storage';

/** Finds the body of a stored assessment in the spelling that rules see; undefined where there is none. */
export const assessmentReader =
  (database: Database) =>
  async (key: EventKey): Promise<JsonObject | undefined> => {
    if (!isAssessmentKind(key.kind)) return undefined;
    const request = await readStoredRequest(database, key);
    if (!isJsonObject(request)) return undefined;
    const body = structuredClone(request);
    return shapeEvent(key.kind, body).length === 0 ? body : undefined;
  };
