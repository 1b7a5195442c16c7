import {
  HOLD_SCOPES,
  JOB_STATES,
  MAX_HOLD_REASON_CHARACTERS,
  MAX_RETENTION_DAYS,
  RETENTION_FACTS,
  RETENTION_KINDS,
  type RetentionKind,
} from '@redoubt/domain';
import { z } from 'zod';
import { authorship, environmentParams, guid, instant, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/retention';
const holdParams = environmentParams.extend({ holdId: guid });
const kind = z.enum(RETENTION_KINDS);
const count = z.number().int();

const period = (of: RetentionKind) =>
  z.number().int().min(RETENTION_FACTS[of].minDays).max(MAX_RETENTION_DAYS).nullable().optional();

/** Days by kind of data; null keeps for good, absent takes over what counts above. */
export const retentionPeriods = z.strictObject({
  events: period('events'),
  notes: period('notes'),
  attachments: period('attachments'),
  refusedCalls: period('refusedCalls'),
  activity: period('activity'),
});

const reason = z.string().trim().min(1).max(MAX_HOLD_REASON_CHARACTERS);

const legalHold = z.strictObject({
  id: guid,
  environmentId: guid,
  environment: z.string(),
  scope: z.enum(HOLD_SCOPES),
  /** User id of the person; null for others. */
  subject: z.string().nullable(),
  /** The event whose case is held; null for others. */
  event: z.strictObject({ kind: z.string(), eventId: z.string() }).nullable(),
  reason: z.string(),
  placed: authorship,
  until: instant.nullable(),
  released: authorship.extend({ reason: z.string() }).nullable(),
  isActive: z.boolean(),
});
export type LegalHold = z.infer<typeof legalHold>;

const retentionRun = z.strictObject({
  kind,
  /** What was older went. */
  border: instant,
  startedAt: instant,
  finishedAt: instant.nullable(),
  storedBefore: count,
  storedAfter: count.nullable(),
  removed: count,
  removedBytes: count,
  oldestBefore: instant.nullable(),
  oldestAfter: instant.nullable(),
  /** Older than the border and kept: by a hold, or because its case is open. */
  held: count.nullable(),
  /** Of what is younger and was there when the run began: how many, and a digest of which, before and after. */
  younger: z.strictObject({
    before: count,
    after: count.nullable(),
    digestBefore: z.string(),
    digestAfter: z.string().nullable(),
  }),
});
export type RetentionRunDetail = z.infer<typeof retentionRun>;

const inForce = z.strictObject({
  /** Null where everything is kept. */
  days: count.nullable(),
  /** The environment that says so; null where none says anything. */
  from: z.strictObject({ environmentId: guid, name: z.string() }).nullable(),
});

const retentionDetail = z.strictObject({
  kinds: z.array(
    z.strictObject({
      kind,
      minDays: count,
      /** False where only roots choose it. */
      isChosenHere: z.boolean(),
      inForce,
      /** What would count without its own period. */
      inherited: inForce,
    }),
  ),
  /** What the environment says itself. */
  own: retentionPeriods,
  maxDays: count,
  holds: z.array(legalHold),
  /** Whether a hold on the environment, or on one above it, keeps everything. */
  isHeld: z.boolean(),
  runs: z.array(retentionRun),
  /** Where the job stands; null where it never ran. */
  job: z.enum(JOB_STATES).nullable(),
  changed: authorship.nullable(),
  version: versionTag,
  canWrite: z.boolean(),
});
export type RetentionDetail = z.infer<typeof retentionDetail>;

const retentionPreview = z.strictObject({
  kinds: z.array(
    z.strictObject({
      kind,
      /** What is older would go, by environment from the earliest; null where everything is kept. */
      border: instant.nullable(),
      stored: count,
      oldest: instant.nullable(),
      due: count,
      dueBytes: count,
    }),
  ),
  /** Environments that the periods reach, and those of them that a hold keeps whole. */
  environments: count,
  heldEnvironments: count,
  /** Holds on persons and cases there. */
  holds: count,
});
export type RetentionPreview = z.infer<typeof retentionPreview>;

export const getRetention = defineEndpoint({
  id: 'retention.get',
  summary: 'How long each kind of data is kept in an environment, what holds it back, and what runs removed.',
  method: 'GET',
  path: base,
  permission: 'adminConfiguration:read',
  params: environmentParams,
  response: retentionDetail,
});

export const previewRetention = defineEndpoint({
  id: 'retention.preview',
  summary: 'What would go now if these periods counted, in the environment and below it.',
  method: 'POST',
  path: `${base}/preview`,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  body: z.strictObject({ periods: retentionPeriods }),
  response: retentionPreview,
});

export const putRetention = defineEndpoint({
  id: 'retention.put',
  summary: 'Choose how long each kind of data is kept in an environment and below it.',
  method: 'PUT',
  path: base,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  body: z.strictObject({ version: versionTag, periods: retentionPeriods }),
  response: retentionDetail,
  errors: ['RETENTION-STALE', 'ENV-UNKNOWN'],
});

export const runRetention = defineEndpoint({
  id: 'retention.run',
  summary: 'Remove what is too old now, instead of within the day.',
  method: 'POST',
  path: `${base}/run`,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  response: retentionDetail,
  errors: ['RETENTION-OFF'],
});

export const placeHold = defineEndpoint({
  id: 'retention.hold',
  summary: 'Hold what is kept about a person, a case or an environment: neither retention nor an erasure removes it.',
  method: 'POST',
  path: `${base}/holds`,
  permission: 'adminConfiguration:write',
  params: environmentParams,
  body: z.discriminatedUnion('scope', [
    z.strictObject({ scope: z.literal('environment'), reason, until: instant.nullable() }),
    z.strictObject({
      scope: z.literal('subject'),
      subject: z.string().trim().min(1).max(256),
      reason,
      until: instant.nullable(),
    }),
    z.strictObject({
      scope: z.literal('case'),
      eventType: z.string().max(24),
      eventId: z.string().trim().min(1).max(256),
      reason,
      until: instant.nullable(),
    }),
  ]),
  response: retentionDetail,
  errors: ['HOLD-OVER', 'EVENT-UNKNOWN', 'ENV-UNKNOWN'],
});

export const releaseHold = defineEndpoint({
  id: 'retention.release',
  summary: 'Release a hold; what it kept goes with the next run.',
  method: 'POST',
  path: `${base}/holds/:holdId/release`,
  permission: 'adminConfiguration:write',
  params: holdParams,
  body: z.strictObject({ reason }),
  response: retentionDetail,
  errors: ['HOLD-UNKNOWN', 'HOLD-RELEASED'],
});
