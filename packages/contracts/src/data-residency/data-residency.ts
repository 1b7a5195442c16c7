import { DESTINATION_KINDS, GEOGRAPHY_CODE, RESIDENCY_LIMITS } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/data-residency';

/** Refusals of calls by which data leaves to a destination that has a name; files that people save have `RESIDENCY-DOWNLOAD`. */
export const RESIDENCY_ERRORS = ['RESIDENCY-REFUSED', 'RESIDENCY-UNREGISTERED'] as const;

const code = z.string().trim().min(1).max(RESIDENCY_LIMITS.code).regex(GEOGRAPHY_CODE);

const destination = z
  .strictObject({
    kind: z.enum(DESTINATION_KINDS),
    /** Client id, domain or host; empty for `download`. */
    name: z
      .string()
      .trim()
      .max(RESIDENCY_LIMITS.name)
      .regex(/^[A-Za-z0-9._:-]*$/),
    geography: code,
  })
  .refine(({ kind, name }) => (kind === 'download') === (name === ''), { path: ['name'] });

const rule = z.strictObject({
  /** Codes besides the environment's own geography; null restricts nothing. */
  geographies: z.array(code).max(RESIDENCY_LIMITS.geographies).nullable(),
  destinations: z.array(destination).max(RESIDENCY_LIMITS.destinations),
});

const dataResidency = z.strictObject({
  /** Of the environment's tree; null where it has none. */
  geography: z.strictObject({ code: z.string(), friendlyName: z.string().nullable() }).nullable(),
  own: rule,
  /** Rules of the environments above, nearest first: each of them has to allow what leaves. */
  above: z.array(rule.extend({ environmentId: guid, name: z.string() })),
  /** What works here and would be refused now: names of destinations in use. */
  refused: z.array(z.strictObject({ kind: z.enum(DESTINATION_KINDS), name: z.string() })),
  changed: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type DataResidency = z.infer<typeof dataResidency>;

export const getDataResidency = defineEndpoint({
  id: 'dataResidency.get',
  summary: 'Where data of an environment may leave to, and where destinations are.',
  method: 'GET',
  path: base,
  permission: 'adminConfiguration:read',
  params: environmentParams,
  response: dataResidency,
  errors: ['ENV-UNKNOWN'],
});

export const putDataResidency = defineEndpoint({
  id: 'dataResidency.put',
  summary: 'Choose where data of an environment and those below it may leave to, and say where destinations are.',
  method: 'PUT',
  path: base,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  body: rule.extend({ version: versionTag }),
  response: dataResidency,
  errors: ['ENV-UNKNOWN', 'RESIDENCY-STALE'],
});
