import type { NoticeSeverity, NoticeState } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

type NoticeTable = {
  tenant_id: string;
  notice_id: string;
  type: string;
  severity: NoticeSeverity;
  code: string;
  params: JsonColumn;
  link: string | null;
  environment_id: string | null;
  created_at: Instant;
  expires_at: Instant;
  /** Null reaches all whose roles receive its type. */
  recipient_id: string | null;
  /** Who brought it about, and so does not receive it. */
  author_id: string | null;
};

/** Only what differs from Unread. */
type NoticeStateTable = {
  tenant_id: string;
  notice_id: string;
  user_id: string;
  state: Exclude<NoticeState, 'Unread'>;
  changed_at: Instant;
};

/** Only what differs from shown, not mailed and not sent. */
type NoticeSubscriptionTable = {
  tenant_id: string;
  user_id: string;
  type: string;
  shown: boolean;
  mailed_since: Instant | null;
  webhook_since: Instant | null;
};

type NoticeQuietHoursTable = {
  tenant_id: string;
  user_id: string;
  from_hour: number;
  to_hour: number;
  weekends: boolean;
  time_zone: string;
};

type NoticeWebhookTable = {
  tenant_id: string;
  user_id: string;
  url: string;
  secret: string;
  failures: Generated<number>;
  problem: string | null;
  next_try_at: Instant;
  sent_at: Instant | null;
  stopped_at: Instant | null;
};

/** Notices that were mailed or sent to a person, or that need not be. */
type NoticeDeliveryTable = {
  tenant_id: string;
  notice_id: string;
  user_id: string;
  channel: 'mail' | 'webhook';
  mailed: boolean;
  at: Instant;
};

export type NoticeTables = {
  notice: NoticeTable;
  notice_state: NoticeStateTable;
  notice_subscription: NoticeSubscriptionTable;
  notice_quiet_hours: NoticeQuietHoursTable;
  notice_webhook: NoticeWebhookTable;
  notice_delivery: NoticeDeliveryTable;
};
