import type { ChangeState } from '@redoubt/domain';
import type { ColumnType } from 'kysely';
import type { Instant, JsonColumn, NullableJsonColumn } from '../columns.ts';

type ChangeRequestTable = {
  tenant_id: string;
  request_id: string;
  environment_id: string;
  /** Id of the call that makes the change, in the endpoint table. */
  endpoint: string;
  /** What making and approving the change needs. */
  permission: string;
  target_type: string;
  target_id: string;
  target_name: string;
  /** The call as it was sent, without secrets; null once it is decided. */
  payload: NullableJsonColumn;
  /** The secrets of the call, sealed; null where it has none, and once it is decided. */
  secrets: string | null;
  /** What the call would have written into the activity log. */
  differences: JsonColumn;
  note: string;
  asked_by_id: string;
  asked_by: string;
  asked_at: Instant;
  state: ChangeState;
  decided_by: string | null;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reason: string | null;
};

export type ChangeTables = { change_request: ChangeRequestTable };
