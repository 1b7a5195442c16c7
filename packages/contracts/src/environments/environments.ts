import {
  apiNameProblem,
  ENVIRONMENT_KINDS,
  ENVIRONMENT_LENGTHS,
  ENVIRONMENT_STATUSES,
  isEnvironmentName,
  MAX_ENVIRONMENT_NAME,
} from '@redoubt/domain';
import { z } from 'zod';
import { environmentParams, guid, instant, versionTag } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { geography } from '../set-up/set-up.ts';
import { environmentTemplateFile } from '../templates/environment-templates.ts';

const base = '/platform/v1/environments/:environmentId/managed';
const managedParams = environmentParams.extend({ managedId: guid });

/** What is in an environment of its own. */
const contents = z.strictObject({
  /** Rules in production that run and decide or act. */
  rules: z.number().int(),
  velocitySets: z.number().int(),
  functions: z.number().int(),
  lists: z.number().int(),
  queues: z.number().int(),
  openCases: z.number().int(),
  /** People who can act there, by roles from wherever; the same number as on the page of access control. */
  people: z.number().int(),
});

/** An environment as the people who manage it see it. */
export const managedEnvironment = z.strictObject({
  id: guid,
  /** Null for a root, and where the caller may not see the parent. */
  parentId: guid.nullable(),
  /** False where it has a parent that the caller may not see. */
  isRoot: z.boolean(),
  name: z.string(),
  friendlyName: z.string().nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  kind: z.enum(ENVIRONMENT_KINDS),
  customerApiId: z.string().nullable(),
  status: z.enum(ENVIRONMENT_STATUSES),
  statusReason: z.string().nullable(),
  geography: z.strictObject({ code: z.string(), friendlyName: z.string().nullable() }).nullable(),
  deviceFingerprintingId: guid,
  createdAt: instant,
  changedAt: instant,
  /** Until when its deletion can be undone; null where none was asked for. */
  undoUntil: instant.nullable(),
  /** A legal hold keeps it from being purged. */
  isHeld: z.boolean(),
  /** Of its creation, while that is under way; 0 of 0 where that is not known. */
  progress: z.strictObject({ done: z.number().int(), total: z.number().int() }).nullable(),
  contents,
  /** Events that it decided in the last 30 days, without the environments below. */
  events: z.number().int(),
  /** Applications that may call it. */
  applications: z.number().int(),
  may: z.strictObject({
    /** Name, description and tags. */
    change: z.boolean(),
    /** As it stands; whether something is below it is asked when it is done. */
    remove: z.boolean(),
    restore: z.boolean(),
    retry: z.boolean(),
    /** Create environments directly below it, where it is Active. */
    addChild: z.boolean(),
  }),
  version: versionTag,
});
export type ManagedEnvironment = z.infer<typeof managedEnvironment>;

const managedEnvironments = z.strictObject({
  /** Whatever the caller may manage or look at, in every status, by name. */
  environments: z.array(managedEnvironment),
  /** Where data of a new root can be stored; empty for those who may not create one. */
  geographies: z.array(geography),
  /** How long a deletion can be undone. */
  undoDays: z.number(),
});
export type ManagedEnvironments = z.infer<typeof managedEnvironments>;

export const getManagedEnvironments = defineEndpoint({
  id: 'environments.list',
  summary: 'The environments of the tenant that the caller may look at, with what is in them.',
  method: 'GET',
  path: base,
  permission: 'rootEnvironmentsUpdate:read',
  params: environmentParams,
  response: managedEnvironments,
  errors: ['ENV-UNKNOWN'],
});

/** What stands in an environment that works for another one below it. */
const ancestorPart = z.strictObject({
  environmentId: guid,
  environmentName: z.string(),
  count: z.number().int(),
  /** The first of them, in the order in which they run where that matters. */
  items: z.array(z.strictObject({ name: z.string(), assessment: z.string().nullable() })),
});

/** Kinds of things that work in the environments below, too. */
export const INHERITED_THINGS = [
  'people',
  'rules',
  'velocitySets',
  'functions',
  'ruleTemplates',
  'environmentTemplates',
] as const;

/** Settings that an environment has or takes from one above. */
export const INHERITED_SETTINGS = ['secondPerson', 'costModel', 'currency', 'velocityWindows', 'bodies'] as const;

const managedDetail = z.strictObject({
  environment: managedEnvironment,
  /** Names from the root down to it. */
  path: z.array(z.string()),
  /** What callers send in `x-ms-dfpenvid`: the id, or the path of API ids where the tree has some. */
  references: z.array(z.string()),
  inherited: z.array(
    z.strictObject({
      thing: z.enum(INHERITED_THINGS),
      own: z.number().int(),
      /** From the root down; those above it with none are left out. */
      from: z.array(ancestorPart),
    }),
  ),
  settings: z.array(
    z.strictObject({
      setting: z.enum(INHERITED_SETTINGS),
      /** A word of the setting, or a currency. */
      value: z.string(),
      /** Where it was set; null for the value that counts where nothing was set. */
      from: z.strictObject({ environmentId: guid, environmentName: z.string() }).nullable(),
    }),
  ),
  applications: z.array(
    z.strictObject({
      clientId: guid,
      name: z.string(),
      /** API roles that it holds there. */
      roles: z.array(z.string()),
    }),
  ),
});
export type ManagedEnvironmentDetail = z.infer<typeof managedDetail>;

export const getManagedEnvironment = defineEndpoint({
  id: 'environments.get',
  summary: 'One environment, what it inherits from where, and which applications may call it.',
  method: 'GET',
  path: `${base}/:managedId`,
  permission: 'rootEnvironmentsUpdate:read',
  params: managedParams,
  response: managedDetail,
  errors: ['ENV-UNKNOWN'],
});

const name = z
  .string()
  .trim()
  .max(MAX_ENVIRONMENT_NAME)
  .refine(isEnvironmentName, 'takes letters, digits and spaces, the first a letter or digit');
const friendlyName = z.string().trim().max(ENVIRONMENT_LENGTHS.friendlyName).nullable();
const description = z.string().trim().max(ENVIRONMENT_LENGTHS.description);
const tags = z.array(z.string().trim().min(1).max(ENVIRONMENT_LENGTHS.tag)).max(ENVIRONMENT_LENGTHS.tags);

/** What a new environment starts with: a template of the library, or one that the caller has as a file. */
const startsWith = z.union([
  z.strictObject({ kind: z.literal('library'), templateId: guid }),
  z.strictObject({ kind: z.literal('file'), file: environmentTemplateFile }),
]);

export const createManagedEnvironment = defineEndpoint({
  id: 'environments.create',
  summary: 'Create an environment, empty or from a template; it is New until a job has brought it to Active.',
  method: 'POST',
  path: base,
  permission: 'childEnvironments:write',
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({
    /** Null for a root. */
    parentId: guid.nullable(),
    name,
    friendlyName: friendlyName.default(null),
    description: description.default(''),
    tags: tags.default([]),
    kind: z.enum(ENVIRONMENT_KINDS).default('Sandbox'),
    customerApiId: z
      .string()
      .trim()
      .max(ENVIRONMENT_LENGTHS.apiId)
      .refine((id) => apiNameProblem(id, []) === null, 'takes letters, digits, _ and -')
      .nullable()
      .default(null),
    /** Code of where its data is stored; only a root has its own. */
    geography: z.string().max(60).nullable().default(null),
    template: startsWith.nullable().default(null),
  }),
  response: managedEnvironment,
  errors: [
    'ENV-UNKNOWN',
    'ENV-NOT-ACTIVE',
    'ENV-NAME-TAKEN',
    'ENV-API-ID-TAKEN',
    'ENV-GEOGRAPHY-UNKNOWN',
    'TEMPLATE-UNKNOWN',
  ],
});

export const changeManagedEnvironment = defineEndpoint({
  id: 'environments.change',
  summary: 'Change names, description and tags of an environment.',
  method: 'PATCH',
  path: `${base}/:managedId`,
  permission: 'rootEnvironmentsUpdate:write',
  params: managedParams,
  body: z.strictObject({ version: versionTag, name, friendlyName, description, tags }),
  response: managedEnvironment,
  errors: ['ENV-UNKNOWN', 'ENV-STALE', 'ENV-NAME-TAKEN', 'ENV-TRANSITION-REFUSED'],
});

export const deleteManagedEnvironment = defineEndpoint({
  id: 'environments.delete',
  summary: 'Delete an environment: it takes no events from now on, and is purged when the time to undo that is over.',
  method: 'POST',
  path: `${base}/:managedId/deletion`,
  permission: 'childEnvironments:write',
  params: managedParams,
  /** Its name, typed by the person. */
  body: z.strictObject({ name: z.string().max(MAX_ENVIRONMENT_NAME * 2) }),
  response: managedEnvironment,
  errors: ['ENV-UNKNOWN', 'ENV-TRANSITION-REFUSED'],
});

export const restoreManagedEnvironment = defineEndpoint({
  id: 'environments.restore',
  summary: 'Undo the deletion of an environment.',
  method: 'POST',
  path: `${base}/:managedId/restoration`,
  permission: 'childEnvironments:write',
  params: managedParams,
  response: managedEnvironment,
  errors: ['ENV-UNKNOWN', 'ENV-TRANSITION-REFUSED'],
});

export const retryManagedEnvironment = defineEndpoint({
  id: 'environments.retry',
  summary: 'Try again to create or to purge an environment, where that failed.',
  method: 'POST',
  path: `${base}/:managedId/retry`,
  permission: 'childEnvironments:write',
  params: managedParams,
  response: managedEnvironment,
  errors: ['ENV-UNKNOWN', 'ENV-TRANSITION-REFUSED'],
});
