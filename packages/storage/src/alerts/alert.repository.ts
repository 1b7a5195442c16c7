import { nameKey } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { Database, TenantTransaction } from '../database/database.ts';
import { queueJobs, queueJobsStatement } from '../jobs/queue-jobs.ts';
import type { AlertDefinition } from '../schema/reporting/alert-tables.ts';

export type StoredAlert = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly name: string;
  readonly definition: AlertDefinition;
  /** Sealed; null where no webhook was set yet. */
  readonly webhookSecret: string | null;
  readonly mutedUntil: Date | null;
  /** End of the newest window that was measured. */
  readonly checkedAt: Date | null;
  readonly value: number | null;
  /** When people were last notified of it, as opened or as still open. */
  readonly toldAt: Date | null;
  readonly createdBy: string;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

type Changed = { readonly by: string; readonly at: Date };
type AlertContent = Pick<StoredAlert, 'name' | 'definition' | 'webhookSecret'>;

const COLUMNS = [
  'alert_id as id',
  'environment_id as environmentId',
  'name',
  'definition',
  'webhook_secret as webhookSecret',
  'muted_until as mutedUntil',
  'checked_at as checkedAt',
  'value',
  'told_at as toldAt',
  'created_by as createdBy',
  'changed_by as changedBy',
  'changed_at as changedAt',
  'version',
] as const;

/** Alerts of an environment by name. With `lock` no other transaction changes them until this one ends. */
export const listAlerts = (
  trx: TenantTransaction,
  environmentId: Id,
  lock = false,
): Promise<readonly StoredAlert[]> => {
  const query = trx.selectFrom('alert').select(COLUMNS).where('environment_id', '=', environmentId).orderBy('name_key');
  return (lock ? query.forUpdate() : query).execute();
};

/** One alert of an environment. */
export const findAlert = (
  trx: TenantTransaction,
  environmentId: Id,
  id: Id,
  lock = false,
): Promise<StoredAlert | undefined> => {
  const query = trx
    .selectFrom('alert')
    .select(COLUMNS)
    .where('environment_id', '=', environmentId)
    .where('alert_id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

/** Makes changes of the alerts of an environment wait for one another, so that their number and names hold. */
export const lockAlerts = async (trx: TenantTransaction, environmentId: Id): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts ${environmentId}`}, 0))`.execute(trx);
};

const columnsOf = ({ name, definition, webhookSecret }: AlertContent, { by, at }: Changed) => ({
  name,
  name_key: nameKey(name),
  definition: JSON.stringify(definition),
  webhook_secret: webhookSecret,
  changed_by: by,
  changed_at: at,
});

export const insertAlert = async (
  trx: TenantTransaction,
  tenantId: Id,
  { id, environmentId }: Pick<StoredAlert, 'id' | 'environmentId'>,
  content: AlertContent,
  changed: Changed,
): Promise<void> => {
  await trx
    .insertInto('alert')
    .values({
      tenant_id: tenantId,
      alert_id: id,
      environment_id: environmentId,
      ...columnsOf(content, changed),
      created_by: changed.by,
    })
    .execute();
};

/** Replaces what an alert is, and moves its tag on. */
export const updateAlert = async (
  trx: TenantTransaction,
  id: Id,
  content: AlertContent,
  changed: Changed,
): Promise<void> => {
  await trx
    .updateTable('alert')
    .set({ ...columnsOf(content, changed), version: sql`version + 1` })
    .where('alert_id', '=', id)
    .execute();
};

/** Sends no messages about an alert until a moment, or sends them again. */
export const muteAlert = async (trx: TenantTransaction, id: Id, mutedUntil: Date | null): Promise<void> => {
  await trx.updateTable('alert').set({ muted_until: mutedUntil }).where('alert_id', '=', id).execute();
};

/** Replaces what webhooks of an alert are signed with. @param secret sealed. */
export const saveWebhookSecret = async (trx: TenantTransaction, id: Id, secret: string): Promise<void> => {
  await trx.updateTable('alert').set({ webhook_secret: secret }).where('alert_id', '=', id).execute();
};

/** Removes an alert with its history. */
export const deleteAlert = async (trx: TenantTransaction, id: Id): Promise<void> => {
  await trx.deleteFrom('alert').where('alert_id', '=', id).execute();
};

/** Keeps what was measured, and when people were last notified. */
export const saveAlertMeasurement = async (
  trx: TenantTransaction,
  { id, checkedAt, value, toldAt }: Pick<StoredAlert, 'id' | 'checkedAt' | 'value' | 'toldAt'>,
): Promise<void> => {
  await trx
    .updateTable('alert')
    .set({ checked_at: checkedAt, value, told_at: toldAt })
    .where('alert_id', '=', id)
    .execute();
};

const QUEUE = queueJobsStatement(
  'alerts',
  `alert where not exists (
     select from job j where j.tenant_id = alert.tenant_id and j.kind = 'alerts' and j.subject_id = alert.environment_id
       and j.asked_at >= $2)`,
);

/** Queues a job for each environment with alerts that none was asked for since a moment. */
export const queueAlerts = (
  database: Database,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<void> => queueJobs(database, QUEUE, [at, since]);

/** A time in which the condition of an alert held. */
export type AlertIncident = {
  readonly id: Id;
  readonly alertId: Id;
  readonly openedAt: Date;
  /** When the condition was last seen to hold. */
  readonly seenAt: Date;
  readonly closedAt: Date | null;
  /** At its opening, with the usual range then. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Messages about it, without that of its end. */
  readonly messages: number;
};

const INCIDENT_COLUMNS = [
  'incident_id as id',
  'alert_id as alertId',
  'opened_at as openedAt',
  'seen_at as seenAt',
  'closed_at as closedAt',
  'value',
  'low',
  'high',
  'messages',
] as const;

/** The newest incident of each alert of an environment; of an open alert that is the open one. */
export const listNewestIncidents = (trx: TenantTransaction, environmentId: Id): Promise<readonly AlertIncident[]> =>
  trx
    .selectFrom('alert_incident')
    .select(INCIDENT_COLUMNS)
    .distinctOn('alert_id')
    .where('environment_id', '=', environmentId)
    .orderBy('alert_id')
    .orderBy('opened_at', 'desc')
    .execute();

/** Incidents of an alert, newest first. */
export const listIncidents = (trx: TenantTransaction, alertId: Id, limit: number): Promise<readonly AlertIncident[]> =>
  trx
    .selectFrom('alert_incident')
    .select(INCIDENT_COLUMNS)
    .where('alert_id', '=', alertId)
    .orderBy('opened_at', 'desc')
    .limit(limit)
    .execute();

/** Opens an alert; undefined where it is open already. */
export const openIncident = (
  trx: TenantTransaction,
  tenantId: Id,
  environmentId: Id,
  incident: Pick<AlertIncident, 'alertId' | 'openedAt' | 'value' | 'low' | 'high'>,
): Promise<AlertIncident | undefined> =>
  trx
    .insertInto('alert_incident')
    .values({
      tenant_id: tenantId,
      incident_id: newId(),
      environment_id: environmentId,
      alert_id: incident.alertId,
      opened_at: incident.openedAt,
      seen_at: incident.openedAt,
      value: incident.value,
      low: incident.low,
      high: incident.high,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(INCIDENT_COLUMNS)
    .executeTakeFirst();

/** Keeps how far an incident came. */
export const saveIncident = async (
  trx: TenantTransaction,
  { id, seenAt, closedAt, messages }: Pick<AlertIncident, 'id' | 'seenAt' | 'closedAt' | 'messages'>,
): Promise<void> => {
  await trx
    .updateTable('alert_incident')
    .set({ seen_at: seenAt, closed_at: closedAt, messages })
    .where('incident_id', '=', id)
    .execute();
};

/** Ends the open incident of an alert without a word: what it watches has changed. */
export const closeIncident = async (trx: TenantTransaction, alertId: Id, at: Date): Promise<void> => {
  await trx
    .updateTable('alert_incident')
    .set({ closed_at: at })
    .where('alert_id', '=', alertId)
    .where('closed_at', 'is', null)
    .execute();
};
