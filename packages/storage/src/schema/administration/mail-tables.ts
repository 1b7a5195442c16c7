import type { MailState, ReportFrequency, ScheduledPage, ScheduleState, ScheduleStop } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableJsonColumn } from '../columns.ts';

/** What a mail says. */
export type MailContent = {
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: string }[];
};

type ReportScheduleTable = {
  tenant_id: string;
  schedule_id: string;
  environment_id: string;
  page: ScheduledPage;
  question: JsonColumn<Readonly<Record<string, Json>>>;
  recipients: string[];
  frequency: ReportFrequency;
  weekday: number;
  day: number;
  hour: number;
  time_zone: string;
  language: string;
  state: ScheduleState;
  stopped: ScheduleStop | null;
  owner_id: string;
  owner_name: string;
  owner_roles: string[];
  owner_directory_roles: string[];
  owner_seen_at: Instant;
  next_at: Instant | null;
  sent_at: Instant | null;
  requested_at: Instant | null;
  created_at: Instant;
  changed_at: Instant;
};

type MailTable = {
  tenant_id: string;
  mail_id: string;
  environment_id: string;
  schedule_id: string | null;
  sender_id: string;
  recipient: string;
  subject: string;
  content: NullableJsonColumn<MailContent>;
  state: MailState;
  attempts: Generated<number>;
  problem: string | null;
  answer: string | null;
  created_at: Instant;
  ended_at: Instant | null;
};

export type MailTables = { report_schedule: ReportScheduleTable; mail: MailTable };
