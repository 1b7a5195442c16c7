import { EDITIONS, ENVIRONMENT_STATUSES } from '@redoubt/domain';
import { z } from 'zod';
import { guid } from '../common.ts';
import { defineEndpoint } from '../define.ts';

/** How far the first set-up of a tenant has come (`docs/reference/access.md#tenants`). */
export const SET_UP_STATES = ['NotProvisioned', 'Provisioning', 'Ready', 'Failed'] as const;

/** A place data can be stored, as the operator names it. */
export const geography = z.strictObject({ code: z.string(), friendlyName: z.string() });
export type Geography = z.infer<typeof geography>;

export const setUp = z.strictObject({
  state: z.enum(SET_UP_STATES),
  /** Whether the asking person may start it. */
  maySetUp: z.boolean(),
  geographies: z.array(geography).min(1),
  /** The first environment, once it is being made. */
  environment: z
    .strictObject({
      id: guid,
      name: z.string(),
      status: z.enum(ENVIRONMENT_STATUSES),
      statusReason: z.string().nullable(),
    })
    .nullable(),
});
export type SetUp = z.infer<typeof setUp>;

export const getSetUp = defineEndpoint({
  id: 'setUp.get',
  summary: 'How far the first set-up of the tenant of the asking person has come.',
  method: 'GET',
  path: '/platform/v1/set-up',
  permission: 'signedIn',
  beforeSetUp: true,
  response: setUp,
});

export const setUpTenant = defineEndpoint({
  id: 'setUp.start',
  summary: 'Set the tenant up: its first environment, and the asking person as its product admin. Finishes one begun.',
  method: 'POST',
  path: '/platform/v1/set-up',
  permission: 'signedIn',
  beforeSetUp: true,
  body: z.strictObject({
    tenantName: z.string().trim().min(1).max(100),
    edition: z.enum(EDITIONS),
    environmentName: z.string().trim().min(1).max(60),
    /** Code of one of the geographies offered; cannot be changed later. */
    geography: z.string().min(1).max(40),
    promotionCode: z.string().trim().max(100).default(''),
    offerId: z.string().trim().max(100).default(''),
  }),
  response: setUp,
  errors: ['TENANT-SET-UP-REFUSED', 'TENANT-ALREADY-SET-UP', 'TENANT-GEOGRAPHY-UNKNOWN', 'ENV-NAME-INVALID'],
});
export type SetUpRequest = z.output<typeof setUpTenant.body>;
