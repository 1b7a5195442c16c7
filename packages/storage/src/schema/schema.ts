import type { BodyMode, EnvironmentKind, EnvironmentStatus } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { ApiCallTables } from './events/api-call-tables.ts';
import type { ApplicationTables } from './administration/application-tables.ts';
import type { AssessmentTables } from './authoring/assessment-tables.ts';
import type { BacktestTables } from './background/backtest-tables.ts';
import type { BoosterTables } from './administration/booster-tables.ts';
import type { TraceTables } from './administration/trace-tables.ts';
import type { CaseTables } from './casework/case-tables.ts';
import type { ChangeTables } from './administration/change-request-tables.ts';
import type { CurrencyTables } from './reporting/currency-tables.ts';
import type { ExternalAssessmentTables } from './authoring/external-assessment-tables.ts';
import type { ExternalCallTables } from './authoring/external-call-tables.ts';
import type { DeviceSessionTables } from './events/device-session-tables.ts';
import type { FunctionTables } from './authoring/function-tables.ts';
import type { JobTables } from './background/job-tables.ts';
import type { ListTables } from './authoring/list-tables.ts';
import type { LogTables } from './events/log-tables.ts';
import type { ControlShareTables } from './authoring/control-share-tables.ts';
import type { CostModelTables } from './reporting/cost-model-tables.ts';
import type { UploadTables } from './background/upload-tables.ts';
import type { UsageTables } from './administration/usage-tables.ts';
import type { LossPreventionTables } from './reporting/loss-prevention-tables.ts';
import type { AlertTables } from './reporting/alert-tables.ts';
import type { MailTables } from './administration/mail-tables.ts';
import type { NoteTables } from './casework/note-tables.ts';
import type { NoticeTables } from './administration/notice-tables.ts';
import type { PeopleTables } from './administration/people-tables.ts';
import type { PlanTables } from './authoring/plan-tables.ts';
import type { ProjectionTables } from './events/projection-tables.ts';
import type { RefusedCallTables } from './events/refused-call-tables.ts';
import type { ReferenceTables } from './authoring/reference-tables.ts';
import type { BranchTables } from './authoring/branch-tables.ts';
import type { ReportTables } from './reporting/report-tables.ts';
import type { DataResidencyTables } from './administration/data-residency-tables.ts';
import type { RetentionTables } from './administration/retention-tables.ts';
import type { RulePruningTables } from './reporting/rule-pruning-tables.ts';
import type { RuleTables } from './authoring/rule-tables.ts';
import type { SavedViewTables } from './administration/saved-view-tables.ts';
import type { SearchAttributeTables } from './authoring/search-attribute-tables.ts';
import type { SearchExportTables } from './background/search-export-tables.ts';
import type { SearchIndexTables } from './events/search-index-tables.ts';
import type { SubjectRequestTables } from './administration/subject-request-tables.ts';
import type { SupportListTables } from './authoring/support-list-tables.ts';
import type { TemplateTables } from './authoring/template-tables.ts';
import type { BackfillTables } from './background/backfill-tables.ts';
import type { VelocitySetTables } from './authoring/velocity-set-tables.ts';
import type { Instant, JsonColumn, NullableJsonColumn } from './columns.ts';

type TenantTable = {
  tenant_id: string;
  name: string;
  edition: Generated<'Standard' | 'PSP'>;
  hashing_key: Generated<string | null>;
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
  DataResidencyTables &
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
  TraceTables &
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
  SearchExportTables &
  SearchIndexTables &
  BacktestTables &
  DeviceSessionTables &
  PlanTables &
  ReferenceTables &
  JobTables;
