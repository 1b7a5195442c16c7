import type { JobKind, JobState } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Instant } from '../columns.ts';

type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

type JobTable = {
  tenant_id: string;
  kind: JobKind;
  /** Id of the thing that is worked on; it has one job of a kind. */
  subject_id: string;
  environment_id: string;
  /** What the thing is called. */
  name: string;
  state: JobState;
  /** No node takes the job before. */
  not_before: Instant;
  done: Generated<number>;
  /** 0 where it is not known. */
  total: Generated<number>;
  per_second: Generated<number>;
  /** How often nodes took the job since it last got on. */
  attempts: Generated<number>;
  /** Code of the error of the last attempt. */
  problem: string | null;
  /** Set while a node works on the job, and another one each time. */
  claim_id: string | null;
  node: string | null;
  heartbeat_at: NullableInstant;
  asked_by: string;
  /** The person who is notified of its end. */
  asked_by_id: string | null;
  asked_at: Instant;
  started_at: NullableInstant;
  finished_at: NullableInstant;
};

export type JobTables = { job: JobTable };
