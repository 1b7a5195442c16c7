import { shapeStoredEvent } from '@redoubt/domain';
import { isJsonObject, type Id } from '@redoubt/kernel';
import { readStoredRequest, saveOrderValues, type Database, type MisorderedCase } from '@redoubt/storage';
import { orderValueOf } from '../decisions/review-facts.ts';

/** The value of a case's event; undefined where it has none, and where the event was erased. */
const valueOf = async (
  database: Database,
  { key, orderPath }: MisorderedCase,
): Promise<string | number | undefined> => {
  const request = await readStoredRequest(database, key);
  if (!isJsonObject(request)) return undefined;
  const body = structuredClone(request);
  shapeStoredEvent(key.kind, body);
  return orderValueOf(body, orderPath);
};

/** Reads from their events what cases are ordered by in the queue that they are in, and keeps it. */
export const orderCases = async (database: Database, tenantId: Id, cases: readonly MisorderedCase[]): Promise<void> => {
  if (cases.length === 0) return;
  const values: (MisorderedCase & { readonly value: string | number | undefined })[] = [];
  // oxlint-disable-next-line eslint/no-await-in-loop -- segments of the log, one after the other
  for (const each of cases) values.push({ ...each, value: await valueOf(database, each) });
  await database.inTenant(tenantId, (trx) => saveOrderValues(trx, values));
};
