import type { Instant, JsonColumn } from '../columns.ts';

export type FraudLabel = 'Fraud' | 'NonFraud' | 'None';

type EventSearchTable = {
  tenant_id: string;
  environment_id: string;
  position: number;
  kind: number;
  event_id: string;
  event_time: Instant;
  received_at: Instant;
  historical: boolean;
  decision: string;
  reason: string | null;
  rule: string | null;
  clause: string | null;
  amount_units: number | null;
  currency: string | null;
  user_id: string | null;
  user_name: string | null;
  email: string | null;
  ip_address: string | null;
  country: string | null;
  device_id: string | null;
  payment_instrument_id: string | null;
  risk_score: number | null;
  fraud_label: FraudLabel;
  status: string | null;
  linked_values: JsonColumn | null;
  own: JsonColumn | null;
  report_fields: JsonColumn | null;
};

type EventLinkTable = {
  tenant_id: string;
  environment_id: string;
  attribute: number;
  value: string;
  event_time: Instant;
  position: number;
};

type EventAttributeTable = {
  tenant_id: string;
  environment_id: string;
  kind: number;
  field: string;
  value: string;
  /** The same where it is a number or a time, in milliseconds since 1970. */
  number: number | null;
  event_time: Instant;
  position: number;
};

type RelatedEventTable = {
  tenant_id: string;
  environment_id: string;
  subject_kind: number;
  subject_id: string;
  kind: number;
  related_id: string;
  body: JsonColumn;
  stamps: JsonColumn;
  received_at: Instant;
  event_time: Instant;
  /** When the first of the merged events arrived; null in rows of before migration 0003. */
  arrived_at: Instant | null;
  position: number;
  /** What a label says that is not of manual review. */
  label_verdict: FraudLabel | null;
  label_stamp: string | null;
};

type RollupMinuteTable = {
  tenant_id: string;
  environment_id: string;
  minute: Instant;
  kind: number;
  decision: string;
  rule: string;
  clause: string;
  currency: string;
  events: number;
  amount_units: number;
  latency: number[];
};

type RuleHitMinuteTable = {
  tenant_id: string;
  environment_id: string;
  rule_id: string;
  minute: Instant;
  decision: string;
  hits: number;
};

type RollupValueMinuteTable = {
  tenant_id: string;
  environment_id: string;
  kind: number;
  minute: Instant;
  dimension: number;
  value: string;
  events: number;
};

type RollupQuarterTable = Omit<RollupMinuteTable, 'minute' | 'currency' | 'amount_units' | 'latency'> & {
  quarter: Instant;
};

type RollupValueQuarterTable = Omit<RollupValueMinuteTable, 'minute'> & { quarter: Instant };

export type ProjectionTables = {
  event_search: EventSearchTable;
  event_link: EventLinkTable;
  event_attribute: EventAttributeTable;
  related_event: RelatedEventTable;
  rollup_minute: RollupMinuteTable;
  rule_hit_minute: RuleHitMinuteTable;
  rollup_value_minute: RollupValueMinuteTable;
  rollup_quarter: RollupQuarterTable;
  rollup_value_quarter: RollupValueQuarterTable;
};
