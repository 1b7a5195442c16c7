import {
  BOOSTER_ANSWERS,
  BOOSTER_ATTRIBUTES,
  BOOSTER_CONSENT_VERSION,
  BOOSTER_NETWORKS,
  BOOSTER_STATES,
  isBinEntry,
  MAX_BOOSTER_BINS,
  MAX_BOOSTER_CONNECTORS,
  MAX_BOOSTER_HOLDOUT_PERCENT,
  MAX_BOOSTER_NAME,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const path = '/platform/v1/environments/:environmentId/acceptance-booster';
const count = z.number().int().min(0);

const connector = z.strictObject({
  /** What the issuer or network is called. */
  name: z.string().trim().min(1).max(MAX_BOOSTER_NAME),
  /** External call of the environment that tells it. */
  callId: guid,
  /** Beginnings of card numbers or ranges of them. */
  bins: z.array(z.string().refine(isBinEntry)).max(MAX_BOOSTER_BINS),
  networks: z.array(z.enum(BOOSTER_NETWORKS)),
});

/** What an environment chose about sharing approved purchases with issuers. */
export const boosterSettings = z.strictObject({
  optedIn: z.boolean(),
  /** Raw attributes that are shared besides the standard signals. */
  attributes: z.array(z.enum(BOOSTER_ATTRIBUTES)),
  /** Per cent of shareable purchases that are kept back to compare with. */
  holdoutPercent: z.number().min(0).max(MAX_BOOSTER_HOLDOUT_PERCENT),
  connectors: z.array(connector).max(MAX_BOOSTER_CONNECTORS),
});

const named = z.strictObject({ id: guid, name: z.string() });

const boosterDetail = boosterSettings.extend({
  connectors: z.array(
    connector.extend({
      /** Null where the call is gone: nothing is shared through it. */
      callName: z.string().nullable(),
    }),
  ),
  /** The environment above that decides here; null where this one chose, or none did. */
  inheritedFrom: named.nullable(),
  isChosenHere: z.boolean(),
  consent: authorship.extend({ version: count }).nullable(),
  /** Version of the text that is agreed to now. */
  consentVersion: z.literal(BOOSTER_CONSENT_VERSION),
  /** Environments below this one; a choice here replaces theirs. */
  below: z.array(named.extend({ isChosenThere: z.boolean(), optedIn: z.boolean() })),
  /** External calls that a connector here may make, with parameters that are no field of the booster and stay empty. */
  calls: z.array(named.extend({ unknownParameters: z.array(z.string()) })),
  changed: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type BoosterDetail = z.infer<typeof boosterDetail>;

export const getBooster = defineEndpoint({
  id: 'booster.get',
  summary: 'What is shared with issuers of cards, who agreed to it, and which environment chose it.',
  method: 'GET',
  path,
  permission: 'acceptanceBooster:read',
  params: environmentParams,
  response: boosterDetail,
});

export const putBooster = defineEndpoint({
  id: 'booster.put',
  summary: 'Choose what is shared with issuers here and in all environments below. Sharing more has to be agreed to.',
  method: 'PUT',
  path,
  permission: 'acceptanceBooster:write',
  params: environmentParams,
  body: boosterSettings.extend({
    /** Version of the text that is agreed to; null agrees to nothing. */
    consentVersion: z.number().int().min(1).nullable(),
    version: versionTag,
  }),
  response: boosterDetail,
  errors: ['BOOSTER-STALE', 'BOOSTER-CONSENT-NEEDED'],
});

export const inheritBooster = defineEndpoint({
  id: 'booster.inherit',
  summary: 'Give up the choice of this environment, so that the nearest one above decides.',
  method: 'POST',
  path: `${path}/inherit`,
  permission: 'acceptanceBooster:write',
  params: environmentParams,
  body: z.strictObject({ version: versionTag }),
  response: boosterDetail,
  errors: ['BOOSTER-STALE'],
});

const previewField = z.strictObject({
  /** Parameter of the call, or the field where no connector is for the purchase. */
  name: z.string(),
  /** Null where the purchase has no value, or the environment does not share it. */
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  isRaw: z.boolean(),
  isMasked: z.boolean(),
});

const boosterPreview = z.strictObject({
  /** Null where no purchase was approved yet. */
  purchase: z.strictObject({ eventId: z.string(), receivedAt: instant }).nullable(),
  /** Null where none is for the card. */
  connector: z.string().nullable(),
  fields: z.array(previewField),
});
export type BoosterPreview = z.infer<typeof boosterPreview>;

export const previewBooster = defineEndpoint({
  id: 'booster.preview',
  summary: 'Show which fields of the newest approved purchase would be sent, and to which connector. Nothing is sent.',
  method: 'POST',
  path: `${path}/preview`,
  permission: 'acceptanceBooster:read',
  params: environmentParams,
  body: boosterSettings.pick({ attributes: true, connectors: true }),
  response: boosterPreview,
});

const sharing = z.strictObject({
  environmentId: guid,
  environmentName: z.string(),
  eventId: z.string(),
  receivedAt: instant,
  state: z.enum(BOOSTER_STATES),
  attempts: count,
  connector: z.string(),
  bin: z.string().nullable(),
  network: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  answer: z.enum(BOOSTER_ANSWERS).nullable(),
  /** What the issuer knows it by. */
  reference: z.string().nullable(),
  problem: z.string().nullable(),
  finishedAt: instant.nullable(),
});

const boosterSharings = z.strictObject({
  /** Since when purchases are counted. */
  from: instant,
  counts: z.array(
    z.strictObject({
      connector: z.string(),
      waiting: count,
      sent: count,
      accepted: count,
      declined: count,
      failed: count,
      heldOut: count,
    }),
  ),
  newest: z.array(sharing),
});
export type BoosterSharings = z.infer<typeof boosterSharings>;

export const getBoosterSharings = defineEndpoint({
  id: 'booster.sharings',
  summary: 'What became of purchases that a connector is for: counts of the last 30 days, and the newest ones.',
  method: 'GET',
  path: `${path}/sharings`,
  permission: 'acceptanceBooster:read',
  params: environmentParams,
  response: boosterSharings,
});
