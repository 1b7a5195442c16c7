import type { BodyMode, EnvironmentKind, EnvironmentStatus } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { ApiCallTables } from './api-call-tables.ts';
import type { ApplicationTables } from './application-tables.ts';
import type { AssessmentTables } from './assessment-tables.ts';
import type { BacktestTables } from './backtest-tables.ts';
import type { BoosterTables } from './booster-tables.ts';
import type { CaseTables } from './case-tables.ts';
import type { ChangeTables } from './change-request-tables.ts';
import type { CurrencyTables } from './currency-tables.ts';
import type { ExternalAssessmentTables } from './external-assessment-tables.ts';
import type { ExternalCallTables } from './external-call-tables.ts';
import type { DeviceSessionTables } from './device-session-tables.ts';
import type { FunctionTables } from './function-tables.ts';
import type { JobTables } from './job-tables.ts';
import type { ListTables } from './list-tables.ts';
import type { LogTables } from './log-tables.ts';
import type { ControlShareTables } from './control-share-tables.ts';
import type { CostModelTables } from './cost-model-tables.ts';
import type { UploadTables } from './upload-tables.ts';
import type { UsageTables } from './usage-tables.ts';
import type { LossPreventionTables } from './loss-prevention-tables.ts';
import type { AlertTables } from './alert-tables.ts';
import type { MailTables } from './mail-tables.ts';
import type { NoteTables } from './note-tables.ts';
import type { NoticeTables } from './notice-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { PlanTables } from './plan-tables.ts';
import type { ProjectionTables } from './projection-tables.ts';
import type { RefusedCallTables } from './refused-call-tables.ts';
import type { ReferenceTables } from './reference-tables.ts';
import type { BranchTables } from './branch-tables.ts';
import type { ReportTables } from './report-tables.ts';
import type { RetentionTables } from './retention-tables.ts';
import type { RulePruningTables } from './rule-pruning-tables.ts';
import type { RuleTables } from './rule-tables.ts';
import type { SavedViewTables } from './saved-view-tables.ts';
import type { SearchAttributeTables } from './search-attribute-tables.ts';
import type { SubjectRequestTables } from './subject-request-tables.ts';
import type { SupportListTables } from './support-list-tables.ts';
import type { TemplateTables } from './template-tables.ts';
import type { BackfillTables } from './backfill-tables.ts';
import type { VelocitySetTables } from './velocity-set-tables.ts';
import type { Instant, JsonColumn, NullableJsonColumn } from './columns.ts';

type TenantTable = {
  tenant_id: string;
  name: string;
  edition: Generated<'Standard' | 'PSP'>;
  max_token_days: Generated<number>;
  review_days: Generated<number>;
  created_at: ColumnType<Date, Date | undefined, never>;
};

type EnvironmentTable = {
  tenant_id: string;
  environment_id: string;
  parent_id: string | null;
  name: string;
  friendly_name: string | null;
  description: Generated<string>;
  tags: Generated<string[]>;
  status: EnvironmentStatus;
  status_reason: string | null;
  geography_code: string | null;
  geography_name: string | null;
  kind: EnvironmentKind;
  customer_api_id: string | null;
  device_fingerprinting_id: string;
  body_mode: Generated<BodyMode>;
  deleted_at: Instant | null;
  purge_at: Instant | null;
  created_by: string;
  created_at: Instant;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type RoleAssignmentTable = {
  tenant_id: string;
  assignment_id: string;
  holder: ColumnType<'Person' | 'Group', 'Person' | 'Group' | undefined, never>;
  /** Object id of a person in the directory, or id of a group. */
  user_id: string;
  username: string;
  display_name: string;
  role: string;
  /** Null: everywhere in the tenant. Rights flow down to child environments. */
  environment_id: string | null;
  expires_at: Instant | null;
  assigned_by: string;
  assigned_at: Instant;
  reason: ColumnType<string, string | undefined, string>;
  version: ColumnType<number, number | undefined, number>;
};

type UserSettingsTable = {
  tenant_id: string;
  user_id: string;
  settings: JsonColumn;
  changed_at: Instant;
};

type AuditEntryTable = {
  tenant_id: string;
  entry_id: string;
  at: Instant;
  actor_id: string;
  actor_name: string;
  operation: string;
  resource_type: string;
  resource_id: string;
  resource_name: string;
  environment_id: string | null;
  original: NullableJsonColumn;
  modified: NullableJsonColumn;
  correlation_id: string | null;
  /** The assessment that the entry is about, where it is about one. */
  assessment: string | null;
};

type AuditLinkTable = {
  tenant_id: string;
  sequence: number;
  entry_id: string;
  /** Null where the content of the entry was erased. */
  salt: Buffer | null;
  content_digest: Buffer;
  previous_hash: Buffer;
  hash: Buffer;
};

type AuditHeadTable = { tenant_id: string; sequence: number; hash: Buffer };

type PlanHeadTable = { tenant_id: string; version: number; changed_at: Instant };

type FoundationTables = {
  tenant: TenantTable;
  environment: EnvironmentTable;
  role_assignment: RoleAssignmentTable;
  user_settings: UserSettingsTable;
  audit_entry: AuditEntryTable;
  audit_link: AuditLinkTable;
  audit_head: AuditHeadTable;
  plan_head: PlanHeadTable;
};

/** Every table, for Kysely. A feature describes its tables beside its repository and adds them here. */
export type Schema = FoundationTables &
  ApplicationTables &
  ApiCallTables &
  RetentionTables &
  AssessmentTables &
  PeopleTables &
  NoteTables &
  NoticeTables &
  LogTables &
  ProjectionTables &
  ReportTables &
  RulePruningTables &
  RefusedCallTables &
  RuleTables &
  SavedViewTables &
  BranchTables &
  BoosterTables &
  CaseTables &
  ChangeTables &
  CurrencyTables &
  ControlShareTables &
  CostModelTables &
  ListTables &
  SubjectRequestTables &
  SupportListTables &
  LossPreventionTables &
  AlertTables &
  MailTables &
  UploadTables &
  UsageTables &
  TemplateTables &
  FunctionTables &
  ExternalCallTables &
  ExternalAssessmentTables &
  VelocitySetTables &
  BackfillTables &
  SearchAttributeTables &
  BacktestTables &
  DeviceSessionTables &
  PlanTables &
  ReferenceTables &
  JobTables;
