import { joiningSets, kindFacts, listOfSet, textAt, type EventDataSet } from '@redoubt/domain';
import type { Clock, JsonObject } from '@redoubt/kernel';
import {
  insertUploadItems,
  listWaitingItems,
  removeUploadItems,
  takeItems,
  type ClaimedJob,
  type Database,
  type UploadItem,
  type WaitingItem,
} from '@redoubt/storage';
import type { JobEnding } from '../jobs/job-runner.ts';
import type { LineEvent } from './line-events.ts';
import { importLines, undoLines } from './line-import.ts';
import type { UploadWork } from './upload-work.ts';

type Place = { readonly database: Database; readonly clock: Clock };

const ownerOf = ({ kind, body }: LineEvent): string => textAt(body, kindFacts(kind).id) ?? '';

const itemsAt = (body: JsonObject, list: string): readonly JsonObject[] => {
  const items = body[list];
  return Array.isArray(items) ? (items as readonly JsonObject[]) : [];
};

/** Keeps the lines of a file of items until the events come that they stand in. */
export const importItems = (
  place: Place,
  job: ClaimedJob,
  upload: UploadWork & { readonly dataSet: EventDataSet },
  signal: AbortSignal,
): Promise<JobEnding | undefined> => {
  const { tenantId, environmentId } = job;
  const { id: uploadId, dataSet } = upload;
  const list = listOfSet(dataSet) ?? '';
  return importLines<UploadItem>(place, job, upload, signal, {
    rowOf: ({ event }, line) => {
      const item = event === null ? undefined : itemsAt(event.body, list)[0];
      return event === null || item === undefined ? null : { line, ownerId: ownerOf(event), item };
    },
    keep: (trx, items) => insertUploadItems(trx, { tenantId, environmentId, uploadId, dataSet }, items),
  });
};

/** Takes waiting items of a file back; events that took some keep them. */
export const undoItems = (place: Place, job: ClaimedJob, signal: AbortSignal): Promise<JobEnding | undefined> =>
  undoLines(place, job, signal, { remove: removeUploadItems });

const joined = (event: LineEvent, items: readonly WaitingItem[]): LineEvent => {
  if (items.length === 0) return event;
  const body: Record<string, JsonObject[string]> = { ...event.body };
  for (const { dataSet, item } of items) {
    const list = listOfSet(dataSet) ?? '';
    body[list] = [...itemsAt(body, list), item];
  }
  return { ...event, body, requestText: JSON.stringify(body) };
};

/** Events with the items of other files that wait for them, in the order of those files. */
export const joinItems = async (
  database: Database,
  { tenantId, environmentId }: Pick<ClaimedJob, 'tenantId' | 'environmentId'>,
  dataSet: EventDataSet,
  events: readonly LineEvent[],
): Promise<readonly LineEvent[]> => {
  const sets = joiningSets(dataSet);
  if (sets.length === 0 || events.length === 0) return events;
  const waiting = await database.inTenant(tenantId, (trx) =>
    listWaitingItems(trx, environmentId, sets, events.map(ownerOf)),
  );
  const byOwner = Map.groupBy(waiting, ({ ownerId }) => ownerId);
  return events.map((event) => joined(event, byOwner.get(ownerOf(event)) ?? []));
};

/** Notes that the items of stored events are theirs: they go once the whole file is stored. */
export const markTaken = async (
  database: Database,
  { tenantId, environmentId, subjectId }: ClaimedJob,
  dataSet: EventDataSet,
  events: readonly LineEvent[],
): Promise<void> => {
  const sets = joiningSets(dataSet);
  if (sets.length === 0 || events.length === 0) return;
  const taken = { ownerIds: events.map(ownerOf), uploadId: subjectId };
  await database.inTenant(tenantId, (trx) => takeItems(trx, environmentId, sets, taken));
};
