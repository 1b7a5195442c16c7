import type {
  CaseConfiguration,
  CaseDecisionAction,
  CaseMeasure,
  CaseOutcome,
  ConsequenceStep,
  DecisionSource,
  EntrySource,
  LabelAction,
  ReviewSequence,
  SecondReview,
  SecondReviewLimit,
} from '@redoubt/domain';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, JsonColumn, NullableJsonColumn } from '../columns.ts';

type NullableInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;

type CaseQueueTable = {
  tenant_id: string;
  queue_id: string;
  environment_id: string;
  assessment: string;
  name: string;
  name_key: string;
  description: string;
  sequence: ReviewSequence;
  /** One of `CASE_ORDERINGS`, or a path of the schema of the assessment. */
  order_by: string;
  direction: 'asc' | 'desc';
  timeout_ms: number;
  /** Name of a configured decision, taken at the time-out. */
  default_decision: string;
  paused: Generated<boolean>;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type CaseQueueAssigneeTable = {
  tenant_id: string;
  queue_id: string;
  principal_id: string;
  kind: 'person' | 'group' | 'application';
  name: string;
};

type ReviewCaseTable = {
  tenant_id: string;
  environment_id: string;
  kind: number;
  event_id: string;
  case_id: string;
  position: number;
  event_time: Instant;
  received_at: Instant;
  rule: string | null;
  clause: string | null;
  reason: string | null;
  routed_rule: string | null;
  routed_clause: string | null;
  routed_queue_id: string | null;
  amount_units: number | null;
  currency: string | null;
  risk_score: number | null;
  expected_loss: number | null;
  rate: Generated<number>;
  converted_amount: GeneratedAlways<number | null>;
  converted_loss: GeneratedAlways<number | null>;
  order_path: Generated<string>;
  order_text: string | null;
  order_number: number | null;
  order_rank: GeneratedAlways<number | null>;
  queue_id: string;
  settles_at: Instant;
  due_at: Instant;
  weighted_loss: GeneratedAlways<number>;
  lease_agent_id: string | null;
  lease_agent: string | null;
  lease_since: NullableInstant;
  lease_until: NullableInstant;
  lease_extensions: Generated<number>;
  on_hold_until: NullableInstant;
  escalated: Generated<boolean>;
  assignee_id: string | null;
  assignee: string | null;
  second_review: SecondReview['state'] | null;
  first_agent_id: string | null;
  first_at: NullableInstant;
  outcome: CaseOutcome['kind'] | null;
  ended_at: NullableInstant;
  decision: string | null;
  case_action: CaseDecisionAction | null;
  label_action: LabelAction | null;
  decision_reason: string | null;
  decided_by_id: string | null;
  decided_by: string | null;
  decision_source: DecisionSource | null;
  last_agent: string | null;
  /** Entries in case_entry. */
  version: Generated<number>;
};

type CaseEarlyStatusTable = {
  tenant_id: string;
  environment_id: string;
  kind: number;
  event_id: string;
  received_at: Instant;
};

type CaseEntryTable = {
  tenant_id: string;
  environment_id: string;
  kind: number;
  event_id: string;
  number: number;
  at: Instant;
  actor_id: string;
  actor: string;
  source: EntrySource;
  action: string;
  body: JsonColumn;
  /** Place in the order of the commits of the tenant; written by the database alone. */
  sequence: ColumnType<number, never, never>;
};

type CaseConsequenceTable = {
  tenant_id: string;
  environment_id: string;
  kind: number;
  event_id: string;
  /** Number of the entry that decided. */
  number: number;
  step: ConsequenceStep;
  body: JsonColumn;
  not_before: Instant;
  attempts: Generated<number>;
  /** Where the log stood before the first attempt. */
  retry_at: NullableInstant;
  problem: string | null;
  result: NullableJsonColumn;
  sent_at: NullableInstant;
};

/** Decisions of an assessment; it stands in the root environment of a tree. */
type CaseConfigurationTable = {
  tenant_id: string;
  environment_id: string;
  assessment: string;
  configuration: JsonColumn<CaseConfiguration>;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type CaseSettingsTable = {
  tenant_id: string;
  environment_id: string;
  hold_ms: number;
  second_review_percent: number;
  second_review_limits: JsonColumn<readonly SecondReviewLimit[]>;
  hides_agents: boolean;
  masks_personal: boolean;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

/** Decisions of an hour or a day. */
type CaseDecisionSumTable = {
  tenant_id: string;
  environment_id: string;
  kind: number;
  queue_id: string;
  /** Empty at a time-out. */
  agent_id: string;
  source: DecisionSource;
  decision: string;
  case_action: CaseDecisionAction;
  reason: string;
  agent: string;
  cases: number;
  waited: number[];
  handled: number[];
};

/** New cases of an hour. */
type CaseIntakeHourTable = {
  tenant_id: string;
  environment_id: string;
  hour: Instant;
  kind: number;
  queue_id: string;
  received: number;
  cancelled: number;
};

type CaseThresholdTable = {
  tenant_id: string;
  threshold_id: string;
  environment_id: string;
  measure: CaseMeasure;
  queue_id: string | null;
  days: number | null;
  most: number;
  silence_minutes: number;
  created_by: string;
  created_at: Instant;
  value: Generated<number | null>;
  checked_at: NullableInstant;
  crossed_at: NullableInstant;
};

export type CaseTables = {
  case_decision_hour: CaseDecisionSumTable & { readonly hour: Instant };
  case_decision_day: CaseDecisionSumTable & { readonly day: Instant };
  case_intake_hour: CaseIntakeHourTable;
  case_threshold: CaseThresholdTable;
  case_configuration: CaseConfigurationTable;
  case_settings: CaseSettingsTable;
  case_queue: CaseQueueTable;
  case_queue_assignee: CaseQueueAssigneeTable;
  review_case: ReviewCaseTable;
  case_early_status: CaseEarlyStatusTable;
  case_entry: CaseEntryTable;
  case_entry_head: { tenant_id: string; sequence: number };
  case_consequence: CaseConsequenceTable;
};
