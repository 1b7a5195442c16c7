import type {
  AlertRow,
  AlertText,
  BodyOf,
  changeAlert as changeEndpoint,
  followAlert as followEndpoint,
} from '@redoubt/contracts';
import { allows, callUrlProblem, fail, isAlertName, MAX_ALERTS, MAX_MUTE_DAYS } from '@redoubt/domain';
import { DAY_MS, type Id, type Json } from '@redoubt/kernel';
import {
  closeIncident,
  deleteAlert as deleteStored,
  deleteAlertSubscriptions,
  findAlert,
  insertAlert,
  listAlerts,
  lockAlerts,
  muteAlert as muteStored,
  saveWebhookSecret,
  updateAlert,
  type AlertDefinition,
  type StoredAlert,
  type TenantTransaction,
} from '@redoubt/storage';
import { followCause, type AlertReader } from '../alerts/follow-cause.ts';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import type { EnvironmentContext } from '../context.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';
import { failAt } from '../problems.ts';
import {
  changeResource,
  createResource,
  removeResource,
  requireFreeName,
  type ResourceDescription,
} from '../resources/resource.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireTarget } from './alert-targets.ts';
import { alertCause, readAlert, requireAlert, requireFigure, requireSeen } from './alerts.queries.ts';
import { newWebhookSecret, webhookSecretPlace } from '../secrets/webhook-secrets.ts';
import { queueWebhook } from './webhooks.ts';

const record = recordOf('Alert');

/** What seals secrets and knows where plain HTTP may be spoken; without it a webhook has no secret yet. */
type Means = Pick<ExternalCalls, 'secrets' | 'allowsPlain'> | undefined;

const alertResource: ResourceDescription<StoredAlert, AlertRow> = {
  prefix: 'ALERT',
  type: 'Alert',
  isName: isAlertName,
  namesakes: (trx, environmentId) => listAlerts(trx, environmentId),
  find: findAlert,
  read: readAlert,
  takeTurn: (trx, { environmentId }) => lockAlerts(trx, environmentId),
};

const definitionOf = ({ name: _name, ...text }: AlertText): AlertDefinition => {
  const { figure, target, decision, includeChildren, windowMinutes, condition, threshold, row } = text;
  const { severity, notified, webhookUrl, silenceHours } = text;
  const series = { figure, target, decision, includeChildren, windowMinutes };
  return { ...series, condition, threshold, row, severity, notified, webhookUrl, silenceHours };
};

const logged = (name: string, definition: AlertDefinition): Json => ({ name, ...definition });

/** Throws AUTH-FORBIDDEN, ALERT-TARGET, ALERT-URL. */
const requireDefinition = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  means: Means,
  definition: AlertDefinition,
): Promise<void> => {
  const { figure, webhookUrl } = definition;
  requireFigure(context, figure);
  await requireTarget(trx, context, definition);
  const problem = webhookUrl === null ? null : callUrlProblem(webhookUrl, means?.allowsPlain ?? (() => false));
  if (problem !== null) throw failAt('ALERT-URL', { problem }, [{ path: 'body.webhookUrl', message: problem }]);
};

const sealed = ({ tenantId }: EnvironmentContext, means: Means, id: Id, secret: string): string | null =>
  means?.secrets.seal(secret, webhookSecretPlace(tenantId, id)) ?? null;

/** Watches a series. Throws ALERT-NAME-INVALID, ALERT-NAME-TAKEN, ALERT-TARGET, ALERT-URL, ALERTS-FULL, AUTH-FORBIDDEN. */
export const createAlert = (context: EnvironmentContext, means: Means, input: AlertText): Promise<AlertRow> => {
  const { tenantId, environmentId } = context;
  const name = input.name.trim();
  return createResource(alertResource, context, name, async ({ trx, id, changed }) => {
    if ((await listAlerts(trx, environmentId)).length >= MAX_ALERTS) throw fail('ALERTS-FULL', { most: MAX_ALERTS });
    const definition = definitionOf(input);
    await requireDefinition(trx, context, means, definition);
    const webhookSecret = definition.webhookUrl === null ? null : sealed(context, means, id, newWebhookSecret());
    await insertAlert(trx, tenantId, { id, environmentId }, { name, definition, webhookSecret }, changed);
    return logged(name, definition);
  });
};

/** What decides whether an alert is open. */
const watchedOf = ({
  severity: _s,
  notified: _n,
  webhookUrl: _u,
  silenceHours: _h,
  ...watched
}: AlertDefinition): string => JSON.stringify(Object.entries(watched).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Changes an alert. Throws as `createAlert`, ALERT-UNKNOWN, ALERT-STALE. */
export const changeAlert = (
  context: EnvironmentContext,
  means: Means,
  id: Id,
  { version, ...input }: BodyOf<typeof changeEndpoint>,
): Promise<AlertRow> => {
  const name = input.name.trim();
  const definition = definitionOf(input);
  return changeResource(alertResource, context, id, version, async ({ trx, stored, changed, record: write }) => {
    await requireSeen(trx, context, stored);
    await requireFreeName(alertResource, trx, context.environmentId, name, stored);
    await requireDefinition(trx, context, means, definition);
    const webhookSecret =
      stored.webhookSecret ?? (definition.webhookUrl === null ? null : sealed(context, means, id, newWebhookSecret()));
    await updateAlert(trx, id, { name, definition, webhookSecret }, changed);
    if (watchedOf(definition) !== watchedOf(stored.definition)) await closeIncident(trx, id, changed.at);
    await write(name === stored.name ? 'Update' : 'Rename', {
      name,
      original: logged(stored.name, stored.definition),
      modified: logged(name, definition),
    });
  });
};

/** Sends no messages about an alert until a moment, or sends them again. Throws ALERT-UNKNOWN, ALERT-MUTE. */
export const muteAlert = (
  context: EnvironmentContext,
  id: Id,
  { until }: { readonly until: string | null },
): Promise<AlertRow> =>
  inTransaction(context, async (trx) => {
    const nowMs = context.clock.now();
    const untilMs = until === null ? null : Date.parse(until);
    if (untilMs !== null && (untilMs <= nowMs || untilMs > nowMs + MAX_MUTE_DAYS * DAY_MS))
      throw fail('ALERT-MUTE', { days: MAX_MUTE_DAYS });
    const { name, mutedUntil } = await requireAlert(trx, context, id, true);
    await muteStored(trx, id, untilMs === null ? null : new Date(untilMs));
    await record(trx, context, {
      operation: 'Update',
      id,
      name,
      original: { mutedUntil: mutedUntil?.toISOString() ?? null },
      modified: { mutedUntil: untilMs === null ? null : new Date(untilMs).toISOString() },
    });
    return readAlert(trx, context, id);
  });

/**
 * Mails the caller about an alert, or no more. Throws AUTH-FORBIDDEN, ALERT-UNKNOWN, MAIL-NOT-CONFIGURED, MAIL-NO-ADDRESS.
 */
export const followAlert = (
  context: EnvironmentContext,
  person: AlertReader,
  server: MailServerFacts | undefined,
  id: Id,
  { mailed }: BodyOf<typeof followEndpoint>,
): Promise<AlertRow> =>
  inTransaction(context, async (trx) => {
    const permission = 'alerts:read';
    if (!allows(context.capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
    const { name } = await requireAlert(trx, context, id);
    if (await followCause(trx, context, person, server, { cause: alertCause(id), mailed }))
      await record(trx, context, {
        operation: 'Update',
        id,
        name,
        original: { mailed: !mailed },
        modified: { mailed },
      });
    return readAlert(trx, context, id);
  });

/** A new secret that webhooks of an alert are signed with, shown this once. Throws ALERT-UNKNOWN, ALERT-NO-WEBHOOK. */
export const renewWebhookSecret = (
  context: EnvironmentContext,
  means: NonNullable<Means>,
  id: Id,
): Promise<{ readonly secret: string }> =>
  inTransaction(context, async (trx) => {
    const { name, definition } = await requireAlert(trx, context, id, true);
    if (definition.webhookUrl === null) throw fail('ALERT-NO-WEBHOOK', { name });
    const secret = newWebhookSecret();
    await saveWebhookSecret(trx, id, means.secrets.seal(secret, webhookSecretPlace(context.tenantId, id)));
    await record(trx, context, { operation: 'Update', id, name, modified: { webhookSecret: 'renewed' } });
    return { secret };
  });

/** Sends a test to the webhook of an alert. Throws ALERT-UNKNOWN, ALERT-NO-WEBHOOK. */
export const testWebhook = (context: EnvironmentContext, id: Id): Promise<AlertRow> =>
  inTransaction(context, async (trx) => {
    const stored = await requireAlert(trx, context, id);
    const { name, definition } = stored;
    if (definition.webhookUrl === null) throw fail('ALERT-NO-WEBHOOK', { name });
    const { by, at } = changedBy(context);
    const data = { alert: { id, name }, environment: { id: context.environmentId }, askedBy: by };
    await queueWebhook(trx, { tenantId: context.tenantId, askedBy: by, at }, stored, { type: 'alert.test', data });
    await record(trx, context, { operation: 'Update', id, name, modified: { tested: at.toISOString() } });
    return readAlert(trx, context, id);
  });

/** Deletes an alert with its history. Throws ALERT-UNKNOWN, ALERT-STALE. */
export const deleteAlert = (context: EnvironmentContext, id: Id, version: string): Promise<void> =>
  removeResource(alertResource, context, id, version, async ({ trx, stored }) => {
    await requireSeen(trx, context, stored);
    await deleteAlertSubscriptions(trx, { environmentId: context.environmentId, cause: alertCause(id) });
    await deleteStored(trx, id);
    return logged(stored.name, stored.definition);
  });
