import { EVENT_SCHEMAS, shapeBody } from '@redoubt/domain';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { readStoredRequest, type Database, type EventKey } from '@redoubt/storage';

/** Finds the body of a stored purchase in the spelling that rules see; undefined where there is none. */
export const purchaseReader =
  (database: Database) =>
  async (key: EventKey): Promise<JsonObject | undefined> => {
    const request = await readStoredRequest(database, key);
    if (!isJsonObject(request)) return undefined;
    const body = structuredClone(request);
    return shapeBody(EVENT_SCHEMAS.purchase, body).length === 0 ? body : undefined;
  };
