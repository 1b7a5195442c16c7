import { z } from 'zod';
import { environmentParams, guid } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { supportEntity, supportEntry, supportListSummary } from '../support-lists/support-lists.ts';
import { listSummary } from './lists.ts';

/** Which lists of an environment hold a value. */
export const listLookup = z.strictObject({
  custom: z.array(
    z.strictObject({
      id: guid,
      name: z.string(),
      columns: z.array(z.string()),
      usedBy: listSummary.shape.usedBy,
      hits: z.array(
        z.strictObject({
          ordinal: z.number().int(),
          /** Columns whose cell is the value. */
          columns: z.array(z.string()),
          cells: z.array(z.string()),
          /** Whether rules no longer find the row. */
          expired: z.boolean(),
        }),
      ),
    }),
  ),
  support: z.array(
    z.strictObject({
      entity: supportEntity,
      name: z.string(),
      usedBy: supportListSummary.shape.usedBy,
      entry: supportEntry,
    }),
  ),
  /** False where there was more to look through than is answered. */
  isComplete: z.boolean(),
});
export type ListLookup = z.infer<typeof listLookup>;

export const lookUpValue = defineEndpoint({
  id: 'lists.lookup',
  summary: 'Which custom and support lists hold a value, compared as rules compare keys.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/lists/lookup',
  permission: 'lists:read',
  params: environmentParams,
  query: z.strictObject({ value: z.string().trim().min(1).max(2000) }),
  response: listLookup,
});
