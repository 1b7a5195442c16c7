import { CAPABILITIES, MAX_TOKEN_DAYS, MAX_TOKEN_NAME, TOKEN_STATES } from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const capabilities = z.partialRecord(z.enum(CAPABILITIES), z.enum(['read', 'write']));

const tokenScope = z.strictObject({
  capabilities,
  /** Environments, each with those below it; every one of the tenant where null. */
  environmentIds: z.array(guid).min(1).max(200).nullable(),
});

/** When a token ends, when it was used, and who revoked it. */
export const tokenUse = {
  /** When it ends by itself. */
  expiresAt: instant,
  usedAt: instant.nullable(),
  /** Address it was last used from. */
  usedFrom: z.string().nullable(),
  revoked: z.strictObject({ by: z.string(), at: instant }).nullable(),
};

/** A token for the command line, without its secret. */
export const personalToken = z.strictObject({
  id: guid,
  name: z.string(),
  /** Last characters of the secret. */
  hint: z.string(),
  /** Whose it is. */
  owner: z.string(),
  scope: tokenScope,
  state: z.enum(TOKEN_STATES),
  createdAt: instant,
  ...tokenUse,
});
export type PersonalToken = z.infer<typeof personalToken>;

const personalTokens = z.strictObject({
  /** Newest first; ended ones are kept for 90 days. */
  tokens: z.array(personalToken),
  /** Longest life that a token may have here. */
  maxDays: z.number().int(),
});
export type PersonalTokens = z.infer<typeof personalTokens>;

const tokenParams = z.strictObject({ tokenId: guid });

export const getPersonalTokens = defineEndpoint({
  id: 'personalTokens.list',
  summary: 'Tokens that the asking person made for the command line.',
  method: 'GET',
  path: '/platform/v1/me/tokens',
  permission: 'signedIn',
  response: personalTokens,
});

export const createPersonalToken = defineEndpoint({
  id: 'personalTokens.create',
  summary: 'Make a token for the command line. Its secret is in this answer and nowhere else.',
  method: 'POST',
  path: '/platform/v1/me/tokens',
  permission: 'signedIn',
  body: z.strictObject({
    name: z.string().trim().min(1).max(MAX_TOKEN_NAME),
    scope: tokenScope,
    days: z.number().int().min(1).max(MAX_TOKEN_DAYS),
  }),
  response: personalTokens.extend({ secret: z.string() }),
  errors: ['TOKEN-NAME-TAKEN', 'TOKEN-LIMIT', 'TOKEN-LIFE-TOO-LONG', 'TOKEN-SCOPE-NOT-HELD'],
});

export const revokePersonalToken = defineEndpoint({
  id: 'personalTokens.revoke',
  summary: 'End a token of the asking person at once.',
  method: 'DELETE',
  path: '/platform/v1/me/tokens/:tokenId',
  permission: 'signedIn',
  params: tokenParams,
  response: personalTokens,
  errors: ['TOKEN-UNKNOWN'],
});

/** What a token is good for, as the command line asks before it works. */
export const currentToken = z.strictObject({
  name: z.string(),
  owner: z.string(),
  tenant: z.string(),
  expiresAt: instant,
  environments: z.array(z.strictObject({ id: guid, name: z.string(), parentId: guid.nullable(), capabilities })),
});
export type CurrentToken = z.infer<typeof currentToken>;

export const getCurrentToken = defineEndpoint({
  id: 'personalTokens.current',
  summary: 'What the personal access token that asks is good for now; refused to anyone who is signed in.',
  method: 'GET',
  path: '/platform/v1/token',
  permission: 'signedIn',
  personalTokens: true,
  response: currentToken,
  errors: ['TOKEN-NOT-USED'],
});

export const getTenantTokens = defineEndpoint({
  id: 'personalTokens.tenant.list',
  summary: 'Tokens of all people of the tenant, for administrators.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/personal-tokens',
  permission: 'adminConfiguration:read',
  params: environmentParams,
  response: personalTokens,
});

export const changeTokenPolicy = defineEndpoint({
  id: 'personalTokens.tenant.policy',
  summary: 'Set the longest life of tokens in the tenant; older ones end at once.',
  method: 'PUT',
  path: '/platform/v1/environments/:environmentId/personal-tokens',
  permission: 'adminConfiguration:write',
  params: environmentParams,
  body: z.strictObject({ maxDays: z.number().int().min(1).max(MAX_TOKEN_DAYS) }),
  response: personalTokens,
});

export const revokeTenantToken = defineEndpoint({
  id: 'personalTokens.tenant.revoke',
  summary: 'End a token of any person of the tenant at once.',
  method: 'DELETE',
  path: '/platform/v1/environments/:environmentId/personal-tokens/:tokenId',
  permission: 'adminConfiguration:write',
  params: environmentParams.extend({ tokenId: guid }),
  response: personalTokens,
  errors: ['TOKEN-UNKNOWN'],
});
