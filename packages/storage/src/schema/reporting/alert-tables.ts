import type { AlertCondition, AlertNotified, AlertSeries, AlertSeverity, MailState } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

/** What an alert watches, when it opens, and where that is notified. */
export type AlertDefinition = AlertSeries & {
  readonly condition: AlertCondition;
  /** Null for what is unusual. */
  readonly threshold: number | null;
  /** Windows in a row. */
  readonly row: number;
  readonly severity: AlertSeverity;
  readonly notified: AlertNotified;
  readonly webhookUrl: string | null;
  readonly silenceHours: number;
};

type AlertTable = {
  tenant_id: string;
  alert_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  definition: JsonColumn<AlertDefinition>;
  webhook_secret: string | null;
  muted_until: Instant | null;
  checked_at: Instant | null;
  value: number | null;
  told_at: Instant | null;
  created_by: string;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type AlertIncidentTable = {
  tenant_id: string;
  incident_id: string;
  environment_id: string;
  alert_id: string;
  opened_at: Instant;
  seen_at: Instant;
  closed_at: Instant | null;
  value: number | null;
  low: number | null;
  high: number | null;
  messages: Generated<number>;
};

type WebhookTable = {
  tenant_id: string;
  webhook_id: string;
  environment_id: string;
  alert_id: string;
  url: string;
  body: string | null;
  state: MailState;
  attempts: Generated<number>;
  problem: string | null;
  created_at: Instant;
  ended_at: Instant | null;
};

type AlertSubscriptionTable = {
  tenant_id: string;
  environment_id: string;
  cause: string;
  user_id: string;
  roles: string[];
  directory_roles: string[];
  seen_at: Instant;
  mailed_at: Instant | null;
  mailed_for: Instant | null;
};

export type AlertTables = {
  alert: AlertTable;
  alert_incident: AlertIncidentTable;
  alert_subscription: AlertSubscriptionTable;
  webhook: WebhookTable;
};
