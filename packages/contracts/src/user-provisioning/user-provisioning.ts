import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME, TOKEN_STATES } from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { tokenUse } from '../personal-tokens/personal-tokens.ts';

/** A token that an identity provider calls SCIM with, without its secret. */
const provisioningToken = z.strictObject({
  id: guid,
  name: z.string(),
  /** Last characters of the secret. */
  hint: z.string(),
  state: z.enum(TOKEN_STATES),
  created: z.strictObject({ by: z.string(), at: instant }),
  ...tokenUse,
});
export type ProvisioningToken = z.infer<typeof provisioningToken>;

/** A call of the identity provider. */
const scimCall = z.strictObject({
  id: guid,
  /** Name of the token. */
  token: z.string(),
  at: instant,
  method: z.string(),
  resource: z.string(),
  resourceId: z.string().nullable(),
  status: z.number().int(),
  /** What was wrong, and the answer to the identity provider; null where nothing was. */
  code: z.string().nullable(),
  detail: z.string().nullable(),
});
export type ScimCall = z.infer<typeof scimCall>;

const provisioning = z.strictObject({
  /** Where the identity provider calls SCIM. */
  address: z.string(),
  /** Whether the caller may make tokens. */
  mayCreate: z.boolean(),
  /** What the identity provider keeps: people, those of them that are disabled, and groups. */
  counts: z.strictObject({ people: z.number().int(), disabled: z.number().int(), groups: z.number().int() }),
  /** Newest first; ended ones are kept for 90 days. */
  tokens: z.array(provisioningToken),
  /** The newest calls. */
  calls: z.array(scimCall),
});
export type Provisioning = z.infer<typeof provisioning>;

const BASE = '/platform/v1/environments/:environmentId/user-provisioning';

export const getProvisioning = defineEndpoint({
  id: 'access.provisioning.get',
  summary: 'How an identity provider keeps people and groups of the tenant through SCIM: address, tokens, last calls.',
  method: 'GET',
  path: BASE,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  response: provisioning,
  errors: ['PROVISIONING-NOT-ROOT'],
});

export const createProvisioningToken = defineEndpoint({
  id: 'access.provisioning.createToken',
  summary: 'Make a token for an identity provider. Its secret is in this answer and nowhere else.',
  method: 'POST',
  path: `${BASE}/tokens`,
  permission: 'accessControlPeople:write',
  params: environmentParams,
  body: z.strictObject({
    name: z.string().trim().min(1).max(MAX_TOKEN_NAME),
    days: z.number().int().min(1).max(MAX_TOKEN_DAYS),
  }),
  response: provisioning.extend({ secret: z.string() }),
  errors: ['PROVISIONING-NOT-ROOT', 'PROVISIONING-REFUSED', 'TOKEN-NAME-TAKEN', 'TOKEN-LIMIT'],
});

export const revokeProvisioningToken = defineEndpoint({
  id: 'access.provisioning.revokeToken',
  summary: 'End a token of an identity provider at once.',
  method: 'DELETE',
  path: `${BASE}/tokens/:provisioningTokenId`,
  permission: 'accessControlPeople:write',
  params: environmentParams.extend({ provisioningTokenId: guid }),
  response: provisioning,
  errors: ['PROVISIONING-NOT-ROOT', 'TOKEN-UNKNOWN'],
});
