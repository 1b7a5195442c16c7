import {
  ALERT_CONDITIONS,
  ALERT_FIGURES,
  ALERT_NOTIFIED,
  ALERT_SEVERITIES,
  ALERT_WINDOWS_IN_A_ROW,
  alertProblem,
  MAIL_STATES,
  MAX_ALERT_NAME,
  MAX_ALERT_TARGET,
  MAX_ALERT_URL,
  MAX_SILENCE_HOURS,
} from '@redoubt/domain';
import { z } from 'zod';
import { assessmentName, authorship, decision, environmentParams, guid, instant, versionTag } from '../common.ts';
import { defineEndpoint } from '../define.ts';

const base = '/platform/v1/environments/:environmentId/alerts';
const params = environmentParams.extend({ alertId: guid });

const row = z.number().refine((value) => ALERT_WINDOWS_IN_A_ROW.some((each) => each === value));

/** What is watched, and when it is outside what is expected. */
const watched = {
  figure: z.enum(ALERT_FIGURES),
  /**
   * Name of an assessment, id of a rule, an external call, a queue or a saved search, or path of the public API; null for the whole public
   * API and for all queues.
   */
  target: z.string().min(1).max(MAX_ALERT_TARGET).nullable(),
  /** Of figures that count one decision; null for the others. */
  decision: decision.nullable(),
  /** Whether environments below count too. */
  includeChildren: z.boolean(),
  /** Minutes that one value is taken over. */
  windowMinutes: z.number().int(),
  condition: z.enum(ALERT_CONDITIONS),
  /** Null for what is unusual. */
  threshold: z.number().min(-1e12).max(1e12).nullable(),
  /** For how many windows in a row the condition has to hold. */
  row,
};

const shown = {
  ...watched,
  name: z.string().trim().max(MAX_ALERT_NAME),
  severity: z.enum(ALERT_SEVERITIES),
  /** Whom the console notifies. */
  notified: z.enum(ALERT_NOTIFIED),
  /** Where messages are sent; null for nowhere. */
  webhookUrl: z.string().trim().max(MAX_ALERT_URL).nullable(),
  /** Hours until the next message about an alert that is still open, or open again. */
  silenceHours: z.number().int().min(1).max(MAX_SILENCE_HOURS),
};

const checked: z.core.CheckFn<z.infer<z.ZodObject<typeof watched>>> = ({ value, issues }) => {
  const problem = alertProblem(value);
  if (problem) issues.push({ code: 'custom', path: [problem.field], message: problem.message, input: value });
};

export const alertText = z.strictObject(shown).check(checked);
export type AlertText = z.infer<typeof alertText>;

const incident = z.strictObject({
  id: guid,
  openedAt: instant,
  /** When the condition was last seen to hold. */
  seenAt: instant,
  closedAt: instant.nullable(),
  /** At its opening, with the usual range then. */
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Messages about it, without that of its end. */
  messages: z.number().int(),
});
export type AlertIncidentRow = z.infer<typeof incident>;

const point = z.strictObject({
  from: instant,
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const alert = z.strictObject({
  ...shown,
  id: guid,
  /** What the target is called; null for all, and for one that is gone. */
  targetName: z.string().nullable(),
  /** Newest value; null where there is nothing to measure. */
  value: z.number().nullable(),
  /** End of the newest window that was measured; null before the first. */
  checkedAt: instant.nullable(),
  /** The open incident, else the newest one. */
  incident: incident.nullable(),
  /** No messages until then; null where there are. */
  mutedUntil: instant.nullable(),
  /** Whether the caller gets e-mails about it. */
  mailed: z.boolean(),
  /** Newest windows, oldest first; empty where the target is gone. */
  points: z.array(point),
  changed: authorship,
  version: versionTag,
});
export type AlertRow = z.infer<typeof alert>;

const alerts = z.strictObject({
  alerts: z.array(alert),
  limit: z.number().int(),
  canWrite: z.boolean(),
  /** Whether mails can be sent to the caller. */
  canMail: z.boolean(),
  at: instant,
});
export type Alerts = z.infer<typeof alerts>;

export const getAlerts = defineEndpoint({
  id: 'alerts.list',
  summary: 'Alerts of an environment on series that the caller may see, with their newest values.',
  method: 'GET',
  path: base,
  permission: 'alerts:read',
  params: environmentParams,
  response: alerts,
});

const targets = z.strictObject({
  assessments: z.array(z.strictObject({ id: assessmentName, name: z.string().nullable() })),
  /** Rules of this environment and of those around it. */
  rules: z.array(z.strictObject({ id: guid, name: z.string() })),
  calls: z.array(z.strictObject({ id: guid, name: z.string() })),
  queues: z.array(z.strictObject({ id: guid, name: z.string() })),
  /** Saved searches: the caller's own and the shared ones. */
  searches: z.array(z.strictObject({ id: guid, name: z.string() })),
  paths: z.array(z.string()),
  /** Figures that the caller may see. */
  figures: z.array(z.enum(ALERT_FIGURES)),
});
export type AlertTargets = z.infer<typeof targets>;

export const getAlertTargets = defineEndpoint({
  id: 'alerts.targets',
  summary: 'What the form of an alert offers: figures, and what they can be measured of.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/alerttargets',
  permission: 'alerts:read',
  params: environmentParams,
  response: targets,
});

/** Why a saved search cannot be watched. */
const SEARCH_ERRORS = [
  'ALERT-SEARCH-CONDITION',
  'ALERT-SEARCH-WINDOW',
  'SRCH-OFF',
  'SRCH-FIELD-UNKNOWN',
  'SRCH-FIELD-MASKED',
] as const;

export const previewAlert = defineEndpoint({
  id: 'alerts.preview',
  summary: 'How often an alert would have opened in the last seven days, on a saved search in the last two.',
  method: 'GET',
  path: '/platform/v1/environments/:environmentId/alertpreview',
  permission: 'alerts:read',
  params: environmentParams,
  query: z
    .strictObject({
      figure: watched.figure,
      target: z.string().min(1).max(MAX_ALERT_TARGET).nullable().default(null),
      decision: decision.nullable().default(null),
      includeChildren: z.stringbool(),
      windowMinutes: z.coerce.number().int(),
      condition: watched.condition,
      threshold: z.coerce.number().nullable().default(null),
      row: z.coerce.number().pipe(row),
    })
    .check(checked),
  response: z.strictObject({
    /** Times in which it would have been open. */
    firings: z.array(z.strictObject({ openedAt: instant, closedAt: instant.nullable() })),
    points: z.array(point),
    days: z.number().int(),
  }),
  errors: ['ALERT-TARGET', ...SEARCH_ERRORS],
});
export type AlertPreview = z.infer<(typeof previewAlert)['response']>;

const WRITE_ERRORS = ['ALERT-NAME-INVALID', 'ALERT-NAME-TAKEN', 'ALERT-TARGET', 'ALERT-URL', ...SEARCH_ERRORS] as const;

export const createAlert = defineEndpoint({
  id: 'alerts.create',
  summary: 'Watch a series; it is measured every minute.',
  method: 'POST',
  path: base,
  permission: 'alerts:write',
  params: environmentParams,
  body: alertText,
  response: alert,
  errors: [...WRITE_ERRORS, 'ALERTS-FULL'],
});

export const changeAlert = defineEndpoint({
  id: 'alerts.change',
  summary: 'Change an alert; one that is open closes without a message where it watches something else from then on.',
  method: 'PUT',
  path: `${base}/:alertId`,
  permission: 'alerts:write',
  params,
  body: z.strictObject({ ...shown, version: versionTag }).check(checked),
  response: alert,
  errors: [...WRITE_ERRORS, 'ALERT-UNKNOWN', 'ALERT-STALE'],
});

export const muteAlert = defineEndpoint({
  id: 'alerts.mute',
  summary: 'Send no messages about an alert until a moment, or send them again.',
  method: 'PUT',
  path: `${base}/:alertId/mute`,
  permission: 'alerts:write',
  params,
  body: z.strictObject({ until: instant.nullable() }),
  response: alert,
  errors: ['ALERT-UNKNOWN', 'ALERT-MUTE'],
});

export const followAlert = defineEndpoint({
  id: 'alerts.follow',
  summary: 'Get e-mails about an alert, or none any more.',
  method: 'PUT',
  path: `${base}/:alertId/follow`,
  // Asks for the right to alerts and to the series.
  permission: 'signedIn',
  params,
  body: z.strictObject({ mailed: z.boolean() }),
  response: alert,
  errors: ['ALERT-UNKNOWN', 'MAIL-NO-ADDRESS', 'MAIL-NOT-CONFIGURED'],
});

export const renewWebhookSecret = defineEndpoint({
  id: 'alerts.secret',
  summary: 'A new secret that webhooks of an alert are signed with; it is shown this once.',
  method: 'POST',
  path: `${base}/:alertId/secret`,
  permission: 'alerts:write',
  params,
  response: z.strictObject({ secret: z.string() }),
  errors: ['ALERT-UNKNOWN', 'ALERT-NO-WEBHOOK'],
});

export const testWebhook = defineEndpoint({
  id: 'alerts.test',
  summary: 'Send a message to the webhook of an alert that says it is a test.',
  method: 'POST',
  path: `${base}/:alertId/test`,
  permission: 'alerts:write',
  params,
  response: alert,
  errors: ['ALERT-UNKNOWN', 'ALERT-NO-WEBHOOK'],
});

export const deleteAlert = defineEndpoint({
  id: 'alerts.delete',
  summary: 'Delete an alert with its history.',
  method: 'DELETE',
  path: `${base}/:alertId`,
  permission: 'alerts:write',
  params,
  query: z.strictObject({ version: versionTag }),
  response: z.undefined(),
  responseType: 'empty',
  errors: ['ALERT-UNKNOWN', 'ALERT-STALE'],
});

export const getAlertHistory = defineEndpoint({
  id: 'alerts.history',
  summary: 'When an alert was open, and what was sent to its webhook.',
  method: 'GET',
  path: `${base}/:alertId/history`,
  permission: 'alerts:read',
  params,
  response: z.strictObject({
    incidents: z.array(incident),
    webhooks: z.array(
      z.strictObject({
        id: guid,
        state: z.enum(MAIL_STATES),
        attempts: z.number().int(),
        /** What went wrong at the last attempt. */
        problem: z.string().nullable(),
        createdAt: instant,
        endedAt: instant.nullable(),
      }),
    ),
  }),
  errors: ['ALERT-UNKNOWN'],
});
export type AlertHistory = z.infer<(typeof getAlertHistory)['response']>;
