import type { NoticeSeverity, NoticeState } from '@redoubt/domain';
import type { Instant, JsonColumn } from './columns.ts';

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
};

/** Only what differs from Unread. */
type NoticeStateTable = {
  tenant_id: string;
  notice_id: string;
  user_id: string;
  state: Exclude<NoticeState, 'Unread'>;
  changed_at: Instant;
};

export type NoticeTables = { notice: NoticeTable; notice_state: NoticeStateTable };
