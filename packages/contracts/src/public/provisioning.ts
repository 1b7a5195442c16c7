import { ENVIRONMENT_KINDS, ENVIRONMENT_STATUSES } from '@redoubt/domain';
import { z } from 'zod';
import { guid, json } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const text = z.string();
const time = z.iso.datetime();

/** An environment as applications that manage environments see it. */
export const provisionedEnvironmentBody = z.object({
  environmentId: guid,
  parentEnvironmentId: guid.nullable(),
  name: text,
  friendlyName: text.nullable(),
  description: text,
  tags: z.array(text),
  kind: z.enum(ENVIRONMENT_KINDS),
  customerApiId: text.nullable(),
  path: text.describe('Names from the root down to it, joined with a slash.'),
  status: z.enum(ENVIRONMENT_STATUSES),
  statusReason: text.nullable(),
  geography: z.object({ code: text, friendlyName: text.nullable() }).nullable().describe('That of its root.'),
  deviceFingerprintingId: guid,
  createdAt: time,
  changedAt: time,
  undoUntil: time.nullable().describe('Until when a deletion can be undone; null where none was asked for.'),
  version: text.describe('Send it with a change to refuse one made in between.'),
});
export type ProvisionedEnvironment = z.infer<typeof provisionedEnvironmentBody>;

export const provisionedEnvironmentsBody = z.object({
  environments: z.array(provisionedEnvironmentBody).describe('Those below the environment of the call, by path.'),
});

const COLLECTION = '/v1.0/provisioning/environments';
const ONE = `${COLLECTION}/:environmentId`;
const CALL_ERRORS = ['REQ-INVALID', 'ENV-UNKNOWN', 'ENV-NOT-ACTIVE', 'AUTH-APPLICATION-NOT-ALLOWED'] as const;
const params = z.strictObject({ environmentId: z.string().min(1) });

/**
 * Environments below a root by API (`docs/reference/wire.md#addresses`, paths proposed). The environment of the call
 * (header) is the one they stand below: a new one becomes its child, and what it names must be its descendant.
 */
export const PROVISIONING = {
  list: defineEndpoint({
    id: 'public.provisioning.list',
    summary: 'The environments below the environment of the call.',
    method: 'GET',
    path: COLLECTION,
    permission: 'Provisioning_API',
    response: provisionedEnvironmentsBody,
    errors: CALL_ERRORS,
  }),
  create: defineEndpoint({
    id: 'public.provisioning.create',
    summary: 'Create an environment below the environment of the call.',
    method: 'POST',
    path: COLLECTION,
    permission: 'Provisioning_API',
    body: json,
    response: provisionedEnvironmentBody,
    errors: [...CALL_ERRORS, 'ENV-NAME-TAKEN', 'ENV-API-ID-TAKEN'],
  }),
  read: defineEndpoint({
    id: 'public.provisioning.read',
    summary: 'One of them.',
    method: 'GET',
    path: ONE,
    permission: 'Provisioning_API',
    params,
    response: provisionedEnvironmentBody,
    errors: CALL_ERRORS,
  }),
  change: defineEndpoint({
    id: 'public.provisioning.change',
    summary: 'Change its names, description and tags; what is left out stays.',
    method: 'PATCH',
    path: ONE,
    permission: 'Provisioning_API',
    params,
    body: json,
    response: provisionedEnvironmentBody,
    errors: [...CALL_ERRORS, 'ENV-NAME-TAKEN', 'ENV-STALE', 'ENV-TRANSITION-REFUSED'],
  }),
  remove: defineEndpoint({
    id: 'public.provisioning.remove',
    summary: 'Ask for its deletion: it takes no events from now on, and can be brought back until undoUntil.',
    method: 'DELETE',
    path: ONE,
    permission: 'Provisioning_API',
    params,
    response: provisionedEnvironmentBody,
    errors: [...CALL_ERRORS, 'ENV-TRANSITION-REFUSED'],
  }),
  restore: defineEndpoint({
    id: 'public.provisioning.restore',
    summary: 'Undo its deletion.',
    method: 'POST',
    path: `${ONE}/restore`,
    permission: 'Provisioning_API',
    params,
    response: provisionedEnvironmentBody,
    errors: [...CALL_ERRORS, 'ENV-TRANSITION-REFUSED'],
  }),
} as const;
export type ProvisioningCall = keyof typeof PROVISIONING;
