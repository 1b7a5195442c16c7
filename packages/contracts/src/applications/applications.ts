import {
  API_ROLES,
  APPLICATION_STATUSES,
  CREDENTIAL_KINDS,
  MAX_APPLICATION_NAME,
  MAX_CALLS_PER_SECOND,
  OVERLAP_DAYS,
  SECRET_LIFE_DAYS,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/applications';
const applicationParams = environmentParams.extend({ applicationId: guid });

const MAX_GRANTS = 50;
/** A certificate with a long chain of names is some 10 KB. */
const MAX_CERTIFICATE = 50_000;

const displayName = z.string().trim().min(1).max(MAX_APPLICATION_NAME);
const roles = z.array(z.enum(API_ROLES)).min(1).max(API_ROLES.length);

const grants = z.array(z.strictObject({ environmentId: guid.nullable(), roles })).max(MAX_GRANTS);

const credentialBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('Secret'), lifeDays: z.literal(SECRET_LIFE_DAYS) }),
  /** The public part: PEM, or DER in base64. */
  z.strictObject({ kind: z.literal('Certificate'), certificate: z.string().min(1).max(MAX_CERTIFICATE) }),
]);
export type NewCredentialBody = z.infer<typeof credentialBody>;

const newApplicationBody = z.strictObject({
  displayName,
  /** The id it had in another directory, where its code is to keep it; absent for a new one. */
  clientId: guid.optional(),
  grants,
  credential: credentialBody,
});
export type NewApplicationBody = z.infer<typeof newApplicationBody>;

const credential = z.strictObject({
  id: guid,
  kind: z.enum(CREDENTIAL_KINDS),
  /** First characters of a secret, or the thumbprint of a certificate. */
  hint: z.string(),
  notBefore: instant,
  /** Null: without end. */
  notAfter: instant.nullable(),
  isInForce: z.boolean(),
  created: authorship,
});
export type ApplicationCredential = z.infer<typeof credential>;

/** Environments in which the person may give and take API roles, with these. */
export const environmentsToGive = z.array(
  z.strictObject({ id: guid, name: z.string(), parentId: guid.nullable(), roles: z.array(z.enum(API_ROLES)) }),
);

const application = z.strictObject({
  /** Client id. */
  id: guid,
  displayName: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  /** Roles by environment, with everything below it; null stands for the whole tenant. */
  grants: z.array(
    z.strictObject({
      environmentId: guid.nullable(),
      environment: z.string().nullable(),
      roles: z.array(z.enum(API_ROLES)),
    }),
  ),
  /** Newest first, ended ones too. */
  credentials: z.array(credential),
  /** Calls a second over the whole installation; null: not limited. */
  callsPerSecond: z.number().int().nullable(),
  lastCallAt: instant.nullable(),
  created: authorship,
  revoked: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type Application = z.infer<typeof application>;

const applications = z.strictObject({
  applications: z.array(application),
  /** What the person lacks to change any: a product role, or an administrator's role in the directory. */
  missing: z.enum(['role', 'directoryRole']).nullable(),
  environments: environmentsToGive,
  /** Roles they may give in the whole tenant. */
  rolesEverywhere: z.array(z.enum(API_ROLES)),
});
export type Applications = z.infer<typeof applications>;

const applicationMade = z.strictObject({
  application,
  /** Shown this once; null for a certificate. */
  secret: z.string().nullable(),
});
export type ApplicationMade = z.infer<typeof applicationMade>;

const CERTIFICATE_ERRORS = [
  'APP-CERTIFICATE-UNREADABLE',
  'APP-CERTIFICATE-WITH-KEY',
  'APP-CERTIFICATE-EXPIRED',
  'APP-CERTIFICATE-WEAK',
] as const;
const GRANT_ERRORS = ['APP-DIRECTORY-ROLE-MISSING', 'APP-ENVIRONMENT-REFUSED'] as const;
const CHANGE_ERRORS = ['APP-UNKNOWN', 'APP-STALE', 'APP-REVOKED', ...GRANT_ERRORS] as const;

export const getApplications = defineEndpoint({
  id: 'applications.list',
  summary: 'The applications that may call in an environment, above or below it.',
  method: 'GET',
  path: base,
  permission: 'applications:read',
  params: environmentParams,
  response: applications,
});

export const createApplication = defineEndpoint({
  id: 'applications.create',
  summary: 'Register an application; its secret is in this answer and nowhere else.',
  method: 'POST',
  path: base,
  permission: 'applications:write',
  params: environmentParams,
  body: newApplicationBody,
  response: applicationMade,
  errors: ['APP-ID-TAKEN', ...CERTIFICATE_ERRORS, ...GRANT_ERRORS],
});

export const changeApplication = defineEndpoint({
  id: 'applications.change',
  summary: 'Change name, roles and limit of an application; they hold from its next call on.',
  method: 'PATCH',
  path: `${base}/:applicationId`,
  permission: 'applications:write',
  params: applicationParams,
  body: z.strictObject({
    version: versionTag,
    displayName,
    grants,
    /** Null: not limited. */
    callsPerSecond: z.number().int().min(1).max(MAX_CALLS_PER_SECOND).nullable(),
  }),
  response: application,
  errors: CHANGE_ERRORS,
});

export const rotateCredential = defineEndpoint({
  id: 'applications.credentials.rotate',
  summary: 'Give an application a new credential; those before go on for a while.',
  method: 'POST',
  path: `${base}/:applicationId/credentials`,
  permission: 'applications:write',
  params: applicationParams,
  body: z.strictObject({ version: versionTag, credential: credentialBody, overlapDays: z.literal(OVERLAP_DAYS) }),
  response: applicationMade,
  errors: ['APP-CREDENTIALS-FULL', ...CERTIFICATE_ERRORS, ...CHANGE_ERRORS],
});

export const endCredential = defineEndpoint({
  id: 'applications.credentials.end',
  summary: 'End a credential now; it gets no more tokens.',
  method: 'POST',
  path: `${base}/:applicationId/credentials/:credentialId/end`,
  permission: 'applications:write',
  params: applicationParams.extend({ credentialId: guid }),
  body: z.strictObject({ version: versionTag }),
  response: application,
  errors: ['APP-CREDENTIAL-UNKNOWN', ...CHANGE_ERRORS],
});

export const revokeApplication = defineEndpoint({
  id: 'applications.revoke',
  summary: 'Revoke an application for good; its next call is refused.',
  method: 'POST',
  path: `${base}/:applicationId/revoke`,
  permission: 'applications:write',
  params: applicationParams,
  body: z.strictObject({ version: versionTag }),
  response: application,
  errors: CHANGE_ERRORS,
});
