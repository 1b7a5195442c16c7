import type { Id, JsonObject } from '@redoubt/kernel';
import { json } from 'node:stream/consumers';
import type { EnvironmentContext } from '../context.ts';
import { downloadSubjectExport } from '../subject-requests/subject-requests.queries.ts';

type List = 'events' | 'cases' | 'notes' | 'attachments' | 'changeRequests' | 'savedViews';

/** The lists of the file of an export, as it is downloaded. */
export const exportedFile = async (
  context: EnvironmentContext,
  requestId: Id,
): Promise<Readonly<Record<List, readonly JsonObject[]>>> =>
  (await json((await downloadSubjectExport(context, requestId)).bytes)) as Readonly<
    Record<List, readonly JsonObject[]>
  >;
