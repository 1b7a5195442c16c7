import { EDITIONS, ENVIRONMENT_KINDS, ENVIRONMENT_STATUSES, MAX_PERSON_NAME, MAX_USERNAME } from '@redoubt/domain';
import { z } from 'zod';
import { guid, typedCurrency } from '../common.ts';
import { defineEndpoint } from '../define.ts';

/** How far the first set-up of a tenant has come (`docs/reference/access.md#tenants`). */
export const SET_UP_STATES = ['NotProvisioned', 'Provisioning', 'Ready', 'Failed'] as const;

/** How many root environments set-up makes, and how many administrators it invites, at most. */
export const SET_UP_LIMITS = { environments: 5, administrators: 10 } as const;

/** A place data can be stored, as the operator names it. */
export const geography = z.strictObject({ code: z.string(), friendlyName: z.string() });
export type Geography = z.infer<typeof geography>;

export const setUp = z.strictObject({
  state: z.enum(SET_UP_STATES),
  /** Whether the asking person may start it. */
  maySetUp: z.boolean(),
  geographies: z.array(geography).min(1),
  /** What its administrator accepts; `text` is null for the statement the console has in every language. */
  statement: z.strictObject({ textVersion: z.string(), text: z.string().nullable() }),
  /** Whether the people who are invited get a mail; their administrator tells them where not. */
  mailsInvitations: z.boolean(),
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

/** What each step of set-up asks for. */
const parts = {
  statement: z.strictObject({
    /** The version that was read. */
    textVersion: z.string().min(1).max(60),
    accepted: z.literal(true),
  }),
  organisation: z.strictObject({
    tenantName: z.string().trim().min(1).max(100),
    edition: z.enum(EDITIONS),
    /** Code of one of the geographies offered; cannot be changed later. */
    geography: z.string().min(1).max(40),
    promotionCode: z.string().trim().max(100).default(''),
    offerId: z.string().trim().max(100).default(''),
  }),
  environments: z.strictObject({
    /** Root environments, the one that people open first at the top. */
    roots: z
      .array(z.strictObject({ name: z.string().trim().min(1).max(60), kind: z.enum(ENVIRONMENT_KINDS) }))
      .min(1)
      .max(SET_UP_LIMITS.environments),
    /** What amounts are converted to; null keeps each currency by itself. */
    currency: typedCurrency.nullable(),
  }),
  administrators: z.strictObject({
    /** Invited as product admins, beside the person who sets up. */
    people: z
      .array(
        z.strictObject({
          username: z.string().trim().min(3).max(MAX_USERNAME),
          name: z.string().trim().max(MAX_PERSON_NAME).default(''),
        }),
      )
      .max(SET_UP_LIMITS.administrators),
  }),
};

const ERRORS = [
  'TENANT-SET-UP-REFUSED',
  'TENANT-ALREADY-SET-UP',
  'TENANT-GEOGRAPHY-UNKNOWN',
  'ATTESTATION-TEXT-CHANGED',
  'ENV-NAME-INVALID',
  'ENV-NAME-TAKEN',
  'ACCESS-USERNAME-INVALID',
] as const;

export const getSetUp = defineEndpoint({
  id: 'setUp.get',
  summary: 'How far the first set-up of the tenant of the asking person has come.',
  method: 'GET',
  path: '/platform/v1/set-up',
  permission: 'signedIn',
  beforeSetUp: true,
  response: setUp,
});

export const checkSetUp = defineEndpoint({
  id: 'setUp.check',
  summary: 'Check what some steps of set-up hold, as setting up would. Keeps nothing.',
  method: 'POST',
  path: '/platform/v1/set-up/check',
  permission: 'signedIn',
  beforeSetUp: true,
  body: z
    .strictObject(parts)
    .partial()
    .refine((given) => Object.keys(given).length > 0, 'names no step'),
  response: setUp,
  errors: ERRORS,
});
export type SetUpParts = z.output<typeof checkSetUp.body>;

export const setUpTenant = defineEndpoint({
  id: 'setUp.start',
  summary:
    'Set the tenant up: its root environments, the asking person and those they invite as product admins. All or nothing.',
  method: 'POST',
  path: '/platform/v1/set-up',
  permission: 'signedIn',
  beforeSetUp: true,
  body: z.strictObject(parts),
  response: setUp,
  errors: ERRORS,
});
export type SetUpRequest = z.output<typeof setUpTenant.body>;

export const resumeSetUp = defineEndpoint({
  id: 'setUp.resume',
  summary: 'Finish the set-up of a tenant whose only environment was left before it was Active.',
  method: 'POST',
  path: '/platform/v1/set-up/resume',
  permission: 'signedIn',
  beforeSetUp: true,
  body: z.strictObject({ environmentId: guid }),
  response: setUp,
  errors: ['TENANT-SET-UP-REFUSED', 'TENANT-ALREADY-SET-UP', 'TENANT-NOT-SET-UP', 'ENV-UNKNOWN'],
});

export const firstSteps = z.strictObject({
  /** In the order they are taken: those that the asking person may take in some environment, and whether the tenant has taken them. */
  steps: z.array(z.strictObject({ id: z.enum(['application', 'people', 'rule', 'event']), isDone: z.boolean() })),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const getFirstSteps = defineEndpoint({
  id: 'setUp.firstSteps',
  summary: 'What the tenant needs after set-up, as far as the asking person may do it, and what is done.',
  method: 'GET',
  path: '/platform/v1/set-up/first-steps',
  permission: 'signedIn',
  response: firstSteps,
});
