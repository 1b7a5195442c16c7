import type { TraceEvent, TraceSource, TraceTargetKind, TraceTargetSettings } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

type TraceSubscriptionTable = {
  tenant_id: string;
  subscription_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  description: string;
  events: readonly TraceEvent[];
  kind: TraceTargetKind;
  settings: JsonColumn<TraceTargetSettings>;
  /** By name, each sealed. */
  secrets: JsonColumn<Readonly<Record<string, string>>>;
  filter: string;
  projection: string;
  masked: boolean;
  is_active: boolean;
  log_position: number;
  activity_position: number;
  case_position: number;
  moved_at: Instant;
  waiting_since: Instant | null;
  lease_until: Generated<Date | string>;
  due_at: Instant;
  failures: Generated<number>;
  problem_code: string | null;
  problem: string | null;
  failed_at: Instant | null;
  stopped_at: Instant | null;
  created_by: string;
  created_at: Instant;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type TraceHourTable = {
  tenant_id: string;
  subscription_id: string;
  environment_id: string;
  hour: Instant;
  sent: number;
  failed: number;
  lags: Generated<number[]>;
};

type TraceDeadLetterTable = {
  tenant_id: string;
  subscription_id: string;
  environment_id: string;
  source: TraceSource;
  position: number;
  part: string;
  name: string;
  problem: string;
  tries: number;
  created_at: Instant;
  replay_at: Instant | null;
};

export type TraceTables = {
  trace_subscription: TraceSubscriptionTable;
  trace_hour: TraceHourTable;
  trace_dead_letter: TraceDeadLetterTable;
};
