import {
  CAPABILITIES,
  DIRECTORY_ROLES,
  ENVIRONMENT_KINDS,
  ENVIRONMENT_STATUSES,
  MAX_ENVIRONMENT_NAME,
  type DirectoryRole,
} from '@redoubt/domain';
import { z } from 'zod';
import { guid, nextCursor } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const access = z.enum(['read', 'write']);

/** An environment as the asking person sees it. */
export const environmentSummary = z.strictObject({
  id: guid,
  name: z.string(),
  status: z.enum(ENVIRONMENT_STATUSES),
  statusReason: z.string().nullable(),
  parentId: guid.nullable(),
  customerApiId: z.string().nullable(),
  geography: z.strictObject({ code: z.string(), friendlyName: z.string().nullable() }).nullable(),
  kind: z.enum(ENVIRONMENT_KINDS),
  tags: z.array(z.string()),
  deviceFingerprintingId: guid,
  /** True where the person holds a role there; opening also needs status Active. */
  hasAccess: z.boolean(),
  /** Role keys held there, inherited ones included. */
  roles: z.array(z.string()),
  /** What those roles allow there; buttons and menu entries obey this. */
  capabilities: z.partialRecord(z.enum(CAPABILITIES), access),
});
export type EnvironmentSummary = z.infer<typeof environmentSummary>;

export const THEMES = ['system', 'light', 'dark', 'highContrast'] as const;
export const DENSITIES = ['compact', 'comfortable'] as const;
/** Dates as the language writes them, or as ISO 8601 does, with 24 hours. */
export const DATE_STYLES = ['language', 'iso'] as const;
/** Rows that a page of a long list brings at a time. */
export const ROWS_PER_PAGE = [50, 100, 200] as const;

/**
 * Personal preferences (`docs/reference/console.md#storage-in-the-browser`), kept on the server and mirrored in the
 * browser.
 */
export const settings = z.strictObject({
  language: z.string().max(10).nullable().default(null),
  theme: z.enum(THEMES).default('system'),
  density: z.enum(DENSITIES).default('compact'),
  timeZone: z.enum(['local', 'utc']).default('local'),
  dateStyle: z.enum(DATE_STYLES).default('language'),
  rowsPerPage: z.literal(ROWS_PER_PAGE).default(100),
  reducedMotion: z.boolean().default(false),
  shortcuts: z.boolean().default(true),
  navigationCollapsed: z.boolean().default(false),
  favouriteEnvironments: z.array(guid).max(200).default([]),
  /** Environments opened last, newest first. */
  recentEnvironments: z.array(guid).max(10).default([]),
  /** Tours by name: the step reached, or what became of them. */
  tours: z
    .record(z.string().max(40), z.union([z.number().int().min(0).max(50), z.enum(['done', 'declined'])]))
    .default({}),
  /** Addresses of pages pinned to the top of the navigation. */
  pinnedPages: z.array(z.string().max(100)).max(20).default([]),
  /** Address of the page one starts at. */
  landingPage: z.string().max(100).default('/'),
  /** Column choice per screen: ids in order. */
  columns: z.record(z.string().max(60), z.array(z.string().max(60)).max(60)).default({}),
});
export type Settings = z.infer<typeof settings>;

export const me = z.strictObject({
  user: z.strictObject({
    id: z.string(),
    name: z.string(),
    username: z.string(),
  }),
  tenant: z.strictObject({
    id: guid,
    name: z.string(),
    edition: z.enum(['Standard', 'PSP']),
    /** Role keys held anywhere in the tenant. */
    assignedRoles: z.array(z.string()),
  }),
  /** Directory roles that the product asks about (`docs/reference/access.md#roles`). */
  directoryRoles: z.array(z.enum(Object.keys(DIRECTORY_ROLES) as [DirectoryRole, ...DirectoryRole[]])),
  /** An administrator who must accept the statement of `attestation.get` before working on. */
  attestationDue: z.boolean(),
  /**
   * Environments that the console needs at its start, each with what stands above it: the one it has open, those opened last,
   * favourites, roots, and others until there are so many. `me.environments` gives the rest.
   */
  environments: z.array(environmentSummary),
  /** Environments in which the person may do anything. */
  environmentCount: z.number().int(),
  /** Whether one of them is being created, changed or deleted. */
  environmentsBusy: z.boolean(),
  settings,
  build: z.strictObject({ label: z.string(), environment: z.string() }),
});
export type Me = z.infer<typeof me>;

export const getMe = defineEndpoint({
  id: 'me.get',
  summary: 'The signed-in person: tenant, roles, the first environments with what is allowed there, and preferences.',
  method: 'GET',
  path: '/platform/v1/me',
  permission: 'signedIn',
  query: z.strictObject({
    /** Id of the environment that the console has open; what the person may not open is passed over, and what is no id. */
    open: z.string().max(100).optional(),
  }),
  response: me,
});

const myEnvironments = z.strictObject({
  environments: z.array(
    environmentSummary.omit({ roles: true, capabilities: true }).extend({
      /** How far it stands below a root, or below the first environment that the person may open. */
      depth: z.number().int(),
      /** Place in `rights`. */
      rights: z.number().int(),
    }),
  ),
  /** What is held in environments, each once. */
  rights: z.array(environmentSummary.pick({ roles: true, capabilities: true })),
  /** Environments that the question finds. */
  total: z.number().int(),
  nextCursor,
});
export type MyEnvironments = z.infer<typeof myEnvironments>;

export const getMyEnvironments = defineEndpoint({
  id: 'me.environments',
  summary: 'All environments in which the person may do anything, in the order of the tree; paged.',
  method: 'GET',
  path: '/platform/v1/me/environments',
  permission: 'signedIn',
  query: z.strictObject({
    /** Part of the name, or the beginning of the id. */
    find: z.string().max(MAX_ENVIRONMENT_NAME).optional(),
    cursor: z.string().max(100).optional(),
  }),
  response: myEnvironments,
});

export const putSettings = defineEndpoint({
  id: 'me.settings.put',
  summary: 'Replace the personal preferences.',
  method: 'PUT',
  path: '/platform/v1/me/settings',
  permission: 'signedIn',
  body: settings,
  response: settings,
});

export const signOut = defineEndpoint({
  id: 'me.signOut',
  summary: 'Note in the activity log that the person signs out. The session is ended by the identity provider.',
  method: 'POST',
  path: '/platform/v1/me/sign-out',
  permission: 'signedIn',
  response: z.strictObject({}),
});

/** Tenants of this installation the person can switch to, the current one included. */
export const myTenants = z.strictObject({
  tenants: z.array(z.strictObject({ id: guid, name: z.string(), isCurrent: z.boolean() })),
});
export type MyTenants = z.infer<typeof myTenants>;

export const getMyTenants = defineEndpoint({
  id: 'me.tenants.get',
  summary: 'Tenants the person has been in or holds a role in, and that are set up.',
  method: 'GET',
  path: '/platform/v1/me/tenants',
  permission: 'signedIn',
  response: myTenants,
});
