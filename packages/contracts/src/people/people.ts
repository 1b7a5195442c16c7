import {
  CAPABILITIES,
  DIRECTORY_ROLES,
  MAX_ASSIGNED_AT_ONCE,
  MAX_ASSIGNMENT_REASON,
  MAX_PERSON_NAME,
  MAX_USERNAME,
  PERSON_KINDS,
  PERSON_STATUSES,
  ROLE_HOLDERS,
  ROLE_SOURCES,
  ROLES,
  type Capability,
  type DirectoryRole,
  type Permission,
  type Role,
} from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant, nextCursor, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/access';

const role = z.enum([...new Set<Role>([...ROLES.Standard, ...ROLES.PSP])] as [Role, ...Role[]]);
const permission = z.enum(
  CAPABILITIES.flatMap((capability): Permission[] => [`${capability}:read`, `${capability}:write`]) as [
    Permission,
    ...Permission[],
  ],
);
const capability = z.enum(CAPABILITIES as readonly Capability[] as [Capability, ...Capability[]]);
const access = z.enum(['read', 'write']);

/** A person by the id they have here, or a group. */
const holder = z.strictObject({ kind: z.enum(ROLE_HOLDERS), id: guid });

/** Where a role was given, seen from an environment: itself, one above it, one below, or another. */
const place = z.enum(['here', 'above', 'below', 'elsewhere']);

/** A role as it was given to a holder, or to a group of theirs. */
const assignment = z.strictObject({
  id: guid,
  role,
  /** Null: the whole tenant. */
  environmentId: guid.nullable(),
  environment: z.string().nullable(),
  place,
  /** The group that it was given to; null where it was given to the person. */
  group: z.strictObject({ id: guid, name: z.string() }).nullable(),
  expiresAt: instant.nullable(),
  isEnded: z.boolean(),
  reason: z.string(),
  assigned: z.strictObject({ by: z.string(), at: instant }),
  version: versionTag,
  canWrite: z.boolean(),
});
export type AccessAssignment = z.infer<typeof assignment>;

/** A person or a group with what they hold, as lists show it. */
export const personRow = z.strictObject({
  holder: z.enum(ROLE_HOLDERS),
  id: guid,
  name: z.string(),
  /** Sign-in name of a person; how tokens name a group. */
  username: z.string(),
  /** Null for a group. */
  kind: z.enum(PERSON_KINDS).nullable(),
  status: z.enum(PERSON_STATUSES),
  invited: z.strictObject({ by: z.string(), at: instant }).nullable(),
  /** Who took every right from them; null while they may act. */
  disabled: z.strictObject({ by: z.string(), at: instant, reason: z.string() }).nullable(),
  /** Whether the caller may disable or enable them. */
  mayDisable: z.boolean(),
  lastSeenAt: instant.nullable(),
  /** Roles of the newest token, which count in the whole tenant. */
  tokenRoles: z.array(role),
  directoryRoles: z.array(z.enum(Object.keys(DIRECTORY_ROLES) as [DirectoryRole, ...DirectoryRole[]])),
  groupsLeftOut: z.boolean(),
  /** People of a group, as far as their newest tokens tell; null for a person. */
  memberCount: z.number().int().nullable(),
  /** What they hold in the environment, from wherever. */
  roles: z.array(role),
  assignments: z.array(assignment),
  isSelf: z.boolean(),
});
export type PersonRow = z.infer<typeof personRow>;

/** Characters of a cursor: two names and an id as text. */
export const MAX_PEOPLE_CURSOR = 4000;

/** How the list is narrowed and ordered; the same for the file. */
const listQuery = {
  find: z.string().max(MAX_USERNAME).optional(),
  /** Those with a role in the environment, or everybody the tenant knows. */
  scope: z.enum(['here', 'all']).default('here'),
  kind: z.enum([...PERSON_KINDS, 'Group']).optional(),
  status: z.enum(PERSON_STATUSES).optional(),
  role: role.optional(),
  /** Roles that come this way. */
  source: z.enum([...ROLE_SOURCES, 'above']).optional(),
  /** Only those of whom a role ends within 30 days. */
  ending: z.stringbool().default(false),
  sort: z.enum(['name', 'username', 'lastSeen', 'ends']).default('name'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
};

const people = z.strictObject({
  rows: z.array(personRow),
  /** People and groups that the question finds. */
  total: z.number().int(),
  /** People who can act in the environment, whatever the question. */
  actingPeople: z.number().int(),
  nextCursor,
});
export type People = z.infer<typeof people>;

export const getPeople = defineEndpoint({
  id: 'access.people',
  summary: 'People and groups with their roles in an environment, and where these come from; paged.',
  method: 'GET',
  path: `${base}/people`,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  query: z.strictObject({ ...listQuery, cursor: z.string().max(MAX_PEOPLE_CURSOR).optional() }),
  response: people,
});

export const exportPeople = defineEndpoint({
  id: 'access.people.export',
  summary: 'The same as a CSV file, a row for each role.',
  method: 'GET',
  path: `${base}/people/export`,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  query: z.strictObject(listQuery),
  response: z.string(),
  responseType: 'csv',
});

export const getPerson = defineEndpoint({
  id: 'access.people.get',
  summary: 'One person or group with all of their roles that the caller may see.',
  method: 'GET',
  path: `${base}/people/:holderId`,
  permission: 'accessControlPeople:read',
  params: environmentParams.extend({ holderId: guid }),
  response: personRow,
  errors: ['ACCESS-HOLDER-UNKNOWN'],
});

const options = z.strictObject({
  /** Roles of the tenant's edition. */
  roles: z.array(role),
  /** Environments where the caller may give roles, each with the roles. */
  environments: z.array(
    z.strictObject({ id: guid, name: z.string(), parentId: guid.nullable(), roles: z.array(role) }),
  ),
  /** Roles that they may give in the whole tenant. */
  rolesEverywhere: z.array(role),
  canWrite: z.boolean(),
  /** Whether invitations are sent by e-mail; otherwise the inviting administrator tells the person. */
  sendsMail: z.boolean(),
});
export type AccessOptions = z.infer<typeof options>;

export const getAccessOptions = defineEndpoint({
  id: 'access.options',
  summary: 'What the caller may give to people and groups.',
  method: 'GET',
  path: `${base}/options`,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  response: options,
});

const reason = z.string().trim().max(MAX_ASSIGNMENT_REASON).default('');

/** Whom roles are given to: a known holder, a person to invite, or a group that tokens name. */
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('known'), holder: z.enum(ROLE_HOLDERS), id: guid }),
  z.strictObject({
    kind: z.literal('invitation'),
    username: z.string().trim().min(3).max(MAX_USERNAME),
    name: z.string().trim().max(MAX_PERSON_NAME).default(''),
    isGuest: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('group'),
    claim: z.string().trim().min(1).max(MAX_USERNAME),
    name: z.string().trim().min(1).max(MAX_PERSON_NAME),
  }),
]);
export type AssignmentTarget = z.infer<typeof target>;

const changed = z.strictObject({
  /** Assignments that were made, changed or taken away. */
  count: z.number().int(),
  /** Who was invited by it. */
  invited: z.array(z.string()),
});

const ERRORS = [
  'ACCESS-HOLDER-UNKNOWN',
  'ACCESS-ROLE-REFUSED',
  'ACCESS-EXPIRY-PAST',
  'ACCESS-LAST-ADMINISTRATOR',
  'ENV-UNKNOWN',
] as const;

export const assignRoles = defineEndpoint({
  id: 'access.assign',
  summary:
    'Give roles to people and groups in an environment and all below it, all or none; unknown people are invited.',
  method: 'POST',
  path: `${base}/assignments`,
  permission: 'accessControlPeople:write',
  params: environmentParams,
  body: z.strictObject({
    targets: z.array(target).min(1).max(MAX_ASSIGNED_AT_ONCE),
    environmentId: guid.nullable(),
    roles: z.array(role).min(1).max(ROLES.Standard.length),
    expiresAt: instant.nullable().default(null),
    reason,
  }),
  response: changed,
  errors: [...ERRORS, 'ACCESS-USERNAME-INVALID'],
});

const chosen = z
  .array(z.strictObject({ id: guid, version: versionTag }))
  .min(1)
  .max(MAX_ASSIGNED_AT_ONCE);

export const changeAssignments = defineEndpoint({
  id: 'access.assignments.change',
  summary: 'Change when roles end, or put another role in their place, all of these or none.',
  method: 'PATCH',
  path: `${base}/assignments`,
  permission: 'accessControlPeople:write',
  params: environmentParams,
  body: z.strictObject({
    assignments: chosen,
    /** Another role in place of each; the same where absent. */
    role: role.optional(),
    /** Null: without end; the same as before where absent. */
    expiresAt: instant.nullable().optional(),
    reason: z.string().trim().max(MAX_ASSIGNMENT_REASON).optional(),
  }),
  response: changed,
  errors: [...ERRORS, 'ACCESS-ASSIGNMENT-UNKNOWN', 'ACCESS-STALE'],
});

export const revokeAssignments = defineEndpoint({
  id: 'access.assignments.revoke',
  summary: 'Take roles away, all of these or none; what was also given elsewhere stays.',
  method: 'POST',
  path: `${base}/assignments/revocation`,
  permission: 'accessControlPeople:write',
  params: environmentParams,
  body: z.strictObject({ assignments: chosen, reason }),
  response: changed,
  errors: [...ERRORS, 'ACCESS-ASSIGNMENT-UNKNOWN', 'ACCESS-STALE'],
});

export const resendInvitation = defineEndpoint({
  id: 'access.people.invite',
  summary: 'Send the invitation of a person who was not here yet once more.',
  method: 'POST',
  path: `${base}/people/:holderId/invitation`,
  permission: 'accessControlPeople:write',
  params: environmentParams.extend({ holderId: guid }),
  response: personRow,
  errors: ['ACCESS-HOLDER-UNKNOWN', 'ACCESS-NOT-INVITED', 'ACCESS-ROLE-REFUSED'],
});

/** A role that counts in the environment, and how a holder comes to it. */
const grant = z.strictObject({
  role,
  source: z.enum(ROLE_SOURCES),
  group: z.string().nullable(),
  environmentId: guid.nullable(),
  environment: z.string().nullable(),
  assigned: z.strictObject({ by: z.string(), at: instant }).nullable(),
  reason: z.string(),
  expiresAt: instant.nullable(),
  /** What they could do less without it. */
  lost: z.number().int(),
});
export type AccessGrant = z.infer<typeof grant>;

const effective = z.strictObject({
  holder: holder.extend({ name: z.string(), status: z.enum(PERSON_STATUSES) }),
  grants: z.array(grant),
  /** Directory roles that count besides. */
  directoryRoles: z.array(z.string()),
  /** Names of the environments below, into which the rights flow. */
  below: z.array(z.string()),
  /** The next moment at which a role ends. */
  endsAt: instant.nullable(),
  /** A row for each area: what they may do, by which of the grants, and what is left when the next role ends. */
  areas: z.array(
    z.strictObject({
      capability,
      access: access.nullable(),
      /** Places in `grants`; empty where a directory role gives it. */
      because: z.array(z.number().int()),
      after: access.nullable(),
      /** Roles that would give it. */
      neededRoles: z.array(role),
    }),
  ),
});
export type EffectiveAccess = z.infer<typeof effective>;

export const getEffectiveAccess = defineEndpoint({
  id: 'access.effective',
  summary: 'What a person or a group may do in the environment, and why.',
  method: 'GET',
  path: `${base}/people/:holderId/effective`,
  permission: 'accessControlPeople:read',
  params: environmentParams.extend({ holderId: guid }),
  response: effective,
  errors: ['ACCESS-HOLDER-UNKNOWN'],
});

const holders = z.strictObject({
  permission,
  holders: z.array(
    z.strictObject({
      holder: z.enum(ROLE_HOLDERS),
      id: guid,
      name: z.string(),
      username: z.string(),
      access,
      because: z.array(grant.omit({ lost: true, assigned: true, reason: true })),
    }),
  ),
  /** Roles with it, as the server enforces them. */
  roles: z.array(role),
});
export type PermissionHolders = z.infer<typeof holders>;

export const getPermissionHolders = defineEndpoint({
  id: 'access.holders',
  summary: 'Who may do something in the environment, and why.',
  method: 'GET',
  path: `${base}/holders`,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  query: z.strictObject({ permission }),
  response: holders,
});

const matrix = z.strictObject({
  edition: z.string(),
  roles: z.array(role),
  rows: z.array(z.strictObject({ capability, cells: z.array(access.nullable()) })),
});
export type RoleMatrix = z.infer<typeof matrix>;

export const getRoleMatrix = defineEndpoint({
  id: 'access.matrix',
  summary: 'What each role may do: the table that every call is checked by.',
  method: 'GET',
  path: `${base}/matrix`,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  response: matrix,
});

export const exportRoleMatrix = defineEndpoint({
  id: 'access.matrix.export',
  summary: 'The same as a CSV file.',
  method: 'GET',
  path: `${base}/matrix/export`,
  permission: 'accessControlPeople:read',
  params: environmentParams,
  response: z.string(),
  responseType: 'csv',
});
