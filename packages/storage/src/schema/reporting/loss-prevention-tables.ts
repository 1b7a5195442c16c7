import type {
  LossAmount,
  LossDisposition,
  LossEntityKind,
  PaymentKind,
  Population,
  RetailKind,
  ScoredReason,
  SyncFrequency,
  TillCells,
  WatchedSet,
} from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, JsonColumn, NullableJsonColumn } from '../columns.ts';

type Place = { tenant_id: string; environment_id: string };
/** A date without a time; read as text. */
type Day = ColumnType<string, string, string>;

type RetailStaffTable = Place & { staff: string; code: string };

type RetailTransactionTable = Place & {
  transaction_id: string;
  upload_id: string | null;
  receipt_at: Instant;
  day: Day;
  month: Day;
  store_id: string;
  terminal_id: string;
  staff: string | null;
  receipt_id: string | null;
  kind: RetailKind;
  currency: string;
  amount_units: number;
  discount_units: number;
  employee_discount_units: number;
  manual_discount_units: Generated<number>;
  has_original: Generated<boolean>;
  details: NullableJsonColumn<TillCells>;
  customer: NullableJsonColumn<TillCells>;
};

type RetailLineTable = Place & {
  transaction_id: string;
  line: number;
  upload_id: string | null;
  item_id: string;
  category: string;
  amount_units: number;
  discount_units: number;
  manual_discount_units: number;
  has_original: boolean;
  is_voided: Generated<boolean>;
  details: NullableJsonColumn<TillCells>;
  customer: NullableJsonColumn<TillCells>;
};

type RetailPaymentTable = Place & {
  transaction_id: string;
  line: number;
  upload_id: string | null;
  method_id: string;
  amount_units: number;
  card: string | null;
  is_voided: Generated<boolean>;
  staff: string | null;
  details: NullableJsonColumn<TillCells>;
  customer: NullableJsonColumn<TillCells>;
};

type RetailPaymentMethodTable = Place & {
  method_id: string;
  upload_id: string | null;
  name: string;
  kind: PaymentKind;
};

type RetailMonthTable = Place & {
  month: Day;
  changed: Generated<number>;
  scored: Generated<number>;
  transactions: Generated<number>;
  population: NullableJsonColumn<Readonly<Record<LossEntityKind, Population>>>;
  scored_at: Instant | null;
};

type LossScoreTable = Place & {
  kind: LossEntityKind;
  entity: string;
  month: Day;
  score: number;
  transactions: number;
  amounts: JsonColumn<readonly LossAmount[]>;
  reasons: JsonColumn<readonly ScoredReason[]>;
};

type LossFindingTable = Place & {
  finding_id: string;
  kind: LossEntityKind;
  entity: string;
  disposition: LossDisposition;
  note: string;
  created_by: string;
  created_at: Instant;
};

type LossConnectionTable = Place & {
  is_connected: boolean;
  frequency: SyncFrequency;
  sets: JsonColumn<readonly WatchedSet[]>;
  next_sync_at: Instant;
  created_by: string;
  created_at: Instant;
};

type LossSyncTable = Place & {
  sync_id: string;
  started_at: Instant;
  looked_at: Instant | null;
  problem: string | null;
  problem_file: string | null;
  waiting: Generated<number>;
};

type LossFileTable = Place & {
  name: string;
  size_bytes: number;
  modified_at: Instant;
  sha256: string;
  upload_id: string;
};

export type LossPreventionTables = {
  loss_connection: LossConnectionTable;
  loss_sync: LossSyncTable;
  loss_file: LossFileTable;
  retail_staff: RetailStaffTable;
  retail_transaction: RetailTransactionTable;
  retail_line: RetailLineTable;
  retail_payment: RetailPaymentTable;
  retail_payment_method: RetailPaymentMethodTable;
  retail_month: RetailMonthTable;
  loss_score: LossScoreTable;
  loss_finding: LossFindingTable;
};
