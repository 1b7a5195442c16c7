import type { SubjectRequestStatus, SubjectRequestType, SubjectStage } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Instant } from '../columns.ts';

type SubjectRequestTable = {
  tenant_id: string;
  request_id: string;
  environment_id: string;
  type: SubjectRequestType;
  /** `builtIn`, or the kind of an assessment that a customer defined. */
  assessment: string;
  property: string;
  value_digest: string;
  /** Null once it is no longer needed. */
  sealed_value: string | null;
  status: SubjectRequestStatus;
  awaits_approval: boolean;
  requested_by_id: string;
  requested_by: string;
  requested_at: Instant;
  due_at: Instant;
  /** Who approved it, or cancelled it. */
  decided_by: string | null;
  decided_at: Instant | null;
  reason: string | null;
  stage: Generated<SubjectStage>;
  until_position: number | null;
  cursor: Generated<number>;
  /** Events taken so far, by number of their kind. */
  counts: ColumnType<Readonly<Record<string, number>>, string | undefined, string>;
  first_at: Instant | null;
  last_at: Instant | null;
  problem: string | null;
  completed_at: Instant | null;
  expires_at: Instant | null;
};

/** Tables of subject requests, as the `app` role sees them. */
export type SubjectRequestTables = {
  subject_request: SubjectRequestTable;
  subject_target: { tenant_id: string; request_id: string; environment_id: string; kind: number; event_id: string };
  subject_export: { tenant_id: string; request_id: string; part: number; data: Buffer };
  subject_approval: {
    tenant_id: string;
    environment_id: string;
    required: boolean;
    changed_by: string;
    changed_at: Instant;
  };
  erased_event: {
    tenant_id: string;
    environment_id: string;
    kind: number;
    id_hash: string;
    position: number;
    event_time: Instant;
    erased_at: Instant;
    request_id: string;
  };
};
