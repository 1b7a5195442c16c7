import { API_ROLES, APPLICATION_STATUSES } from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { environmentsToGive } from './applications.ts';

const base = '/platform/v1/environments/:environmentId/access/apps';
const MAX_REVOKED = 100;

/** What an application holds in one environment, and so in everything below it. */
const applicationRole = z.strictObject({
  applicationId: guid,
  displayName: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  /** Null stands for the whole tenant. */
  environmentId: guid.nullable(),
  environment: z.string().nullable(),
  roles: z.array(z.enum(API_ROLES)),
  /** When its last credential ends; null without end, or where none is left. */
  endsAt: instant.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type ApplicationRole = z.infer<typeof applicationRole>;

const applicationAccess = z.strictObject({
  assignments: z.array(applicationRole),
  /** Applications that can be given roles, with their state as it was read. */
  applications: z.array(z.strictObject({ id: guid, displayName: z.string(), version: versionTag })),
  environments: environmentsToGive,
  /** Roles they may give in the whole tenant. */
  rolesEverywhere: z.array(z.enum(API_ROLES)),
  canWrite: z.boolean(),
  /** Whether they may also register new ones, which takes a role in the directory. */
  canCreate: z.boolean(),
});
export type ApplicationAccess = z.infer<typeof applicationAccess>;

export const getApplicationAccess = defineEndpoint({
  id: 'access.apps',
  summary: 'Which applications hold which API roles here, above and below.',
  method: 'GET',
  path: base,
  permission: 'accessControlApplications:read',
  params: environmentParams,
  response: applicationAccess,
});

const ERRORS = ['APP-UNKNOWN', 'APP-STALE', 'APP-REVOKED', 'APP-ENVIRONMENT-REFUSED'] as const;

export const assignApplicationRoles = defineEndpoint({
  id: 'access.apps.assign',
  summary: 'Set the roles an application holds in an environment; they hold from its next call on.',
  method: 'PUT',
  path: `${base}/:applicationId`,
  permission: 'accessControlApplications:write',
  params: environmentParams.extend({ applicationId: guid }),
  body: z.strictObject({
    version: versionTag,
    environmentId: guid.nullable(),
    roles: z.array(z.enum(API_ROLES)).min(1).max(API_ROLES.length),
  }),
  response: applicationAccess,
  errors: ERRORS,
});

export const revokeApplicationRoles = defineEndpoint({
  id: 'access.apps.revoke',
  summary: 'Take the roles of applications in environments away, all of these or none.',
  method: 'POST',
  path: `${base}/revocation`,
  permission: 'accessControlApplications:write',
  params: environmentParams,
  body: z.strictObject({
    assignments: z
      .array(z.strictObject({ applicationId: guid, environmentId: guid.nullable(), version: versionTag }))
      .min(1)
      .max(MAX_REVOKED),
  }),
  response: applicationAccess,
  errors: ERRORS,
});
