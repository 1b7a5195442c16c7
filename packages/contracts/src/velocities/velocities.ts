import { EVENT_KINDS, RULE_STATUSES, VELOCITY_STARTS, VELOCITY_WINDOW_MODES, type EventKind } from '@redoubt/domain';
import { z } from 'zod';
import { authorship, definedKind, environmentParams, guid, json, textUser, versionTag } from '../common.ts';
import { defineEndpoint, TEXT_BODY_BYTES } from '../define.ts';
import { velocityBackfill } from './backfills.ts';
import {
  activationBody,
  changeNote,
  deleteQuery,
  draftOf,
  publishedOf,
  publishedVersion,
  renameBody,
  rollBackBody,
  saveDraftBody,
  unpublishBody,
} from '../versioned.ts';

export const VELOCITY_SETS_PATH = '/platform/v1/environments/:environmentId/velocitysets';
const setParams = environmentParams.extend({ setId: guid });

const MAX_VELOCITY_CHARACTERS = 20_000;
/** More than any installation allows in one set; how many it does allow is checked when a set is published. */
const MAX_VELOCITIES = 100;

/** A kind of the product, or of a defined assessment: `observation-7-2`. */
export const velocityEventKind = z.union([
  z.enum(Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]]),
  definedKind,
]);
const code = z.string().max(MAX_VELOCITY_CHARACTERS);
const setName = z.string().trim().min(1).max(120);
const description = z.string().max(2000);

/** What a set says, and the event it is tried on. The name of a velocity stands in its text, after AS. */
export const velocitySetText = z.strictObject({
  condition: code,
  velocities: z
    .array(z.strictObject({ id: guid, code }))
    .min(1)
    .max(MAX_VELOCITIES),
  sampleEvent: velocityEventKind,
  samplePayload: json,
});
export type VelocitySetText = z.infer<typeof velocitySetText>;

/** One velocity as lists show it: what it adds up, of which events, and by which key. */
const velocityFacts = z.strictObject({
  id: guid,
  /** Empty where the text holds no whole SELECT yet. */
  name: z.string(),
  aggregate: z.string(),
  events: z.array(velocityEventKind),
  key: z.string(),
});
export type VelocityFacts = z.infer<typeof velocityFacts>;

/** Published rules and functions that read velocities of a set. */
const usedBy = z.array(textUser.extend({ velocities: z.array(z.string()) }));

export const velocitySetSummary = z.strictObject({
  id: guid,
  name: z.string(),
  description: z.string(),
  /** Every environment has it and it cannot be changed. */
  system: z.boolean(),
  status: z.enum(RULE_STATUSES),
  conditionExcerpt: z.string(),
  velocities: z.array(velocityFacts),
  publishedVersion: z.number().int().nullable(),
  usedBy,
  /** Null for system sets. */
  changed: authorship.nullable(),
  /** How far its history is counted; null where nothing was to be counted. */
  backfill: velocityBackfill.nullable(),
});
export type VelocitySetSummary = z.infer<typeof velocitySetSummary>;

export const velocitySets = z.strictObject({
  environmentId: guid,
  system: z.array(velocitySetSummary),
  published: z.array(velocitySetSummary),
  drafts: z.array(velocitySetSummary),
  /** Where windows begin that rules read; part of the environment's settings. */
  windowMode: z.enum(VELOCITY_WINDOW_MODES),
  canWrite: z.boolean(),
  /** Whether the caller may change `windowMode`. */
  canConfigure: z.boolean(),
});
export type VelocitySets = z.infer<typeof velocitySets>;

export const publishedVelocitySet = publishedOf(velocitySetText).extend({
  /** Null for system sets: they came with the product. */
  published: authorship.nullable(),
  /** Whether what the log holds counts too; null for system sets. */
  start: z.enum(VELOCITY_STARTS).nullable(),
  /** Functions it reaches, in the versions that history is counted with. */
  functions: z.array(z.strictObject({ environmentId: guid, name: z.string(), version: z.number().int() })),
});

export const velocitySetDetail = z.strictObject({
  id: guid,
  environmentId: guid,
  name: z.string(),
  description: z.string(),
  system: z.boolean(),
  status: z.enum(RULE_STATUSES),
  published: publishedVelocitySet.nullable(),
  draft: draftOf(velocitySetText).nullable(),
  history: z.array(publishedVersion),
  usedBy,
  version: versionTag,
  canWrite: z.boolean(),
});
export type VelocitySetDetail = z.infer<typeof velocitySetDetail>;

export const getVelocitySets = defineEndpoint({
  id: 'velocities.list',
  summary: 'The velocity sets of an environment: those of the system, published ones, drafts.',
  method: 'GET',
  path: VELOCITY_SETS_PATH,
  permission: 'functionsAndVelocities:read',
  params: environmentParams,
  response: velocitySets,
  errors: ['ENV-UNKNOWN'],
});

export const putVelocitySettings = defineEndpoint({
  id: 'velocities.settings',
  summary: 'Choose where the windows of velocities begin in an environment.',
  method: 'PUT',
  path: `${VELOCITY_SETS_PATH}/settings`,
  permission: 'rootEnvironmentsUpdate:write',
  secondPerson: true,
  params: environmentParams,
  body: z.strictObject({ windowMode: z.enum(VELOCITY_WINDOW_MODES) }),
  response: velocitySets,
  errors: ['ENV-UNKNOWN'],
});

export const getVelocitySet = defineEndpoint({
  id: 'velocities.get',
  summary: 'One velocity set with its published text, its draft and its versions.',
  method: 'GET',
  path: `${VELOCITY_SETS_PATH}/:setId`,
  permission: 'functionsAndVelocities:read',
  params: setParams,
  response: velocitySetDetail,
  errors: ['VELOCITY-SET-UNKNOWN'],
});

export const getVelocitySetVersion = defineEndpoint({
  id: 'velocities.version.get',
  summary: 'The text of one published version.',
  method: 'GET',
  path: `${VELOCITY_SETS_PATH}/:setId/versions/:setVersion`,
  permission: 'functionsAndVelocities:read',
  params: setParams.extend({ setVersion: z.coerce.number().int().min(1) }),
  response: publishedVelocitySet,
  errors: ['VELOCITY-SET-UNKNOWN'],
});

export const createVelocitySet = defineEndpoint({
  id: 'velocities.create',
  summary: 'A new velocity set as a draft.',
  method: 'POST',
  path: VELOCITY_SETS_PATH,
  permission: 'functionsAndVelocities:write',
  params: environmentParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: z.strictObject({ name: setName, description: description.default(''), text: velocitySetText }),
  response: velocitySetDetail,
  errors: ['VELOCITY-SET-NAME-TAKEN', 'VELOCITY-SET-NAME-INVALID'],
});

export const cloneVelocitySet = defineEndpoint({
  id: 'velocities.clone',
  summary: 'A draft with the text of another set; its velocities get names that are free.',
  method: 'POST',
  path: `${VELOCITY_SETS_PATH}/:setId/clone`,
  permission: 'functionsAndVelocities:write',
  params: setParams,
  body: z.strictObject({ name: setName }),
  response: velocitySetDetail,
  errors: ['VELOCITY-SET-UNKNOWN', 'VELOCITY-SET-NAME-TAKEN', 'VELOCITY-SET-NAME-INVALID'],
});

export const saveVelocityDraft = defineEndpoint({
  id: 'velocities.draft.save',
  summary: 'Save the draft of a velocity set (called while typing).',
  method: 'PUT',
  path: `${VELOCITY_SETS_PATH}/:setId/draft`,
  permission: 'functionsAndVelocities:write',
  params: setParams,
  bodyLimitBytes: TEXT_BODY_BYTES,
  body: saveDraftBody(velocitySetText),
  response: velocitySetDetail,
  errors: ['VELOCITY-SET-UNKNOWN', 'VELOCITY-SET-STALE', 'VELOCITY-SET-READ-ONLY'],
});

export const discardVelocityDraft = defineEndpoint({
  id: 'velocities.draft.discard',
  summary: 'Drop the draft; a set that was never published disappears.',
  method: 'DELETE',
  path: `${VELOCITY_SETS_PATH}/:setId/draft`,
  permission: 'functionsAndVelocities:write',
  params: setParams,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['VELOCITY-SET-UNKNOWN', 'VELOCITY-SET-NO-DRAFT', 'VELOCITY-SET-READ-ONLY'],
});

export const publishVelocitySet = defineEndpoint({
  id: 'velocities.publish',
  summary: 'Publish the draft: rules may read its velocities, and events count; history too where it starts with it.',
  method: 'POST',
  path: `${VELOCITY_SETS_PATH}/:setId/publish`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: setParams,
  body: z.strictObject({
    version: versionTag,
    name: setName,
    description,
    active: z.boolean(),
    note: changeNote,
    start: z.enum(VELOCITY_STARTS),
    /** Publish over a version published meanwhile. */
    overwrite: z.boolean().default(false),
  }),
  response: velocitySetDetail,
  errors: [
    'VELOCITY-SET-UNKNOWN',
    'VELOCITY-SET-STALE',
    'VELOCITY-SET-NO-DRAFT',
    'VELOCITY-SET-NOT-PUBLISHABLE',
    'VELOCITY-SET-NAME-TAKEN',
    'VELOCITY-SET-NAME-INVALID',
    'VELOCITY-SET-READ-ONLY',
    'VELOCITY-IN-USE',
  ],
});

export const rollBackVelocitySet = defineEndpoint({
  id: 'velocities.rollBack',
  summary: 'Publish the text of an older version again, as a new version.',
  method: 'POST',
  path: `${VELOCITY_SETS_PATH}/:setId/roll-back`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: setParams,
  body: rollBackBody.extend({
    /** Where velocities begin to count that the current version says otherwise. */
    start: z.enum(VELOCITY_STARTS).default('withHistory'),
  }),
  response: velocitySetDetail,
  errors: [
    'VELOCITY-SET-UNKNOWN',
    'VELOCITY-SET-STALE',
    'VELOCITY-SET-NOT-PUBLISHED',
    'VELOCITY-SET-VERSION-CURRENT',
    'VELOCITY-SET-NOT-PUBLISHABLE',
    'VELOCITY-SET-READ-ONLY',
    'VELOCITY-IN-USE',
  ],
});

export const unpublishVelocitySet = defineEndpoint({
  id: 'velocities.unpublish',
  summary: 'Take a set that no text reads out of production; its text goes on as the draft.',
  method: 'POST',
  path: `${VELOCITY_SETS_PATH}/:setId/unpublish`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: setParams,
  body: unpublishBody,
  response: velocitySetDetail,
  errors: [
    'VELOCITY-SET-UNKNOWN',
    'VELOCITY-SET-STALE',
    'VELOCITY-SET-NOT-PUBLISHED',
    'VELOCITY-SET-READ-ONLY',
    'VELOCITY-SET-REFERENCED',
  ],
});

export const renameVelocitySet = defineEndpoint({
  id: 'velocities.rename',
  summary: 'Change name and description.',
  method: 'PATCH',
  path: `${VELOCITY_SETS_PATH}/:setId`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: setParams,
  body: renameBody(setName, description),
  response: velocitySetDetail,
  errors: [
    'VELOCITY-SET-UNKNOWN',
    'VELOCITY-SET-STALE',
    'VELOCITY-SET-NAME-TAKEN',
    'VELOCITY-SET-NAME-INVALID',
    'VELOCITY-SET-READ-ONLY',
  ],
});

export const setVelocitySetActive = defineEndpoint({
  id: 'velocities.activation',
  summary: 'Let a published set count, or stop it; its values can be read either way.',
  method: 'PUT',
  path: `${VELOCITY_SETS_PATH}/:setId/activation`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: setParams,
  body: activationBody,
  response: velocitySetDetail,
  errors: ['VELOCITY-SET-UNKNOWN', 'VELOCITY-SET-STALE', 'VELOCITY-SET-NOT-PUBLISHED', 'VELOCITY-SET-READ-ONLY'],
});

export const deleteVelocitySet = defineEndpoint({
  id: 'velocities.delete',
  summary: 'Delete a set that no published rule reads; the activity log keeps a copy.',
  method: 'DELETE',
  path: `${VELOCITY_SETS_PATH}/:setId`,
  permission: 'functionsAndVelocities:write',
  secondPerson: true,
  params: setParams,
  query: deleteQuery,
  response: z.undefined(),
  responseType: 'empty',
  errors: ['VELOCITY-SET-UNKNOWN', 'VELOCITY-SET-STALE', 'VELOCITY-SET-READ-ONLY', 'VELOCITY-SET-REFERENCED'],
});
