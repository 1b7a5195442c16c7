import type { Instant } from '../columns.ts';

type Place = {
  tenant_id: string;
  environment_id: string;
  kind: number;
};

/** What is known of an event after its decision. */
type Outcome = {
  label: number;
  status: number;
  bank: number;
  chargeback: boolean;
  refunded: boolean;
};

type Sums = { events: number; amount_units: number };

type Decided = Place & Outcome & { decision: number; currency: number };

type ReportValueTable = { tenant_id: string; code: number; value: string };

type ReportEventTable = Decided & {
  event_id: string;
  hour: Instant;
  rule: number;
  clause: number;
  country: number;
  score: number;
  label_after: number | null;
  chargeback_after: number | null;
  amount_units: number;
  hits: number[];
  hit_rules: number[];
  fields: number[];
  field_values: number[];
  decided_by: number;
  control_probability: number | null;
  control_decision: number | null;
  control_rule: number;
  control_hit: number;
};

type Counted<Name extends string> = Record<Name | `${Name}_units`, number>;

type ReportFigureTable = Place &
  Sums & { dimension: number; decision: number; at: Instant; value: number; currency: number } & Counted<
    | 'approved'
    | 'rejected'
    | 'reviewed'
    | 'challenged'
    | 'fraud'
    | 'non_fraud'
    | 'bank_approved'
    | 'bank_declined'
    | 'chargebacks'
    | 'refunds'
  >;
type ReportHitDayTable = Place &
  Sums & {
    dimension: number;
    day: Instant;
    value: number;
    decided: boolean;
    decision: number;
    controlled: boolean;
    status: number;
    currency: number;
  } & Counted<'fraud' | 'non_fraud' | 'chargebacks' | 'bank_approved' | 'bank_declined'> &
  Record<`score_${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`, number>;

type ReportTotalHourTable = Decided & Sums & { hour: Instant };
type ReportHourTable = Decided & Sums & { hour: Instant; rule: number; clause: number };
type ReportDayTable = Decided & Sums & { day: Instant; rule: number; clause: number; score: number };
type ReportDimensionDayTable = Decided &
  Sums & { dimension: number; day: Instant; value: number; decided: boolean; score: number; controlled: boolean };
type ReportOverlapDayTable = Place & Sums & { day: Instant; rule: number; other_rule: number; label: number };
type ReportLabelDayTable = Place & Sums & { day: Instant; label: number; label_after: number; currency: number };

type ReportChargebackDayTable = Place &
  Sums &
  Omit<Outcome, 'chargeback'> & { day: Instant; chargeback_after: number; decision: number; currency: number };

/** What is known of an observation and its assessment. */
type Observed = Place & { observation: number; decision: number; score: number; delay: number; currency: number };

type ReportObservationTable = Observed & {
  event_id: string;
  observation_id: string;
  arrived: Instant;
  amount_units: number;
  fields: number[];
  field_values: number[];
  own_fields: string[];
};

type ReportObservationDayTable = Observed & Sums & { dimension: number; day: Instant; value: number; linked: boolean };

export type ReportTables = {
  report_value: ReportValueTable;
  report_event: ReportEventTable;
  report_total_hour: ReportTotalHourTable;
  report_hour: ReportHourTable;
  report_day: ReportDayTable;
  report_dimension_day: ReportDimensionDayTable;
  report_figure: ReportFigureTable;
  report_hit_day: ReportHitDayTable;
  report_overlap_day: ReportOverlapDayTable;
  report_label_day: ReportLabelDayTable;
  report_chargeback_day: ReportChargebackDayTable;
  report_observation: ReportObservationTable;
  report_observation_day: ReportObservationDayTable;
};
