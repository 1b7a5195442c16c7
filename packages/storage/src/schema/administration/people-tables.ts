import type { PersonKind, PersonStatus, ReviewDecision, TokenScope } from '@redoubt/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

type PersonTable = {
  tenant_id: string;
  /** Never changes, whatever directory id the person signs in with. */
  person_id: ColumnType<string, string | undefined, never>;
  /** Object id in the directory; a placeholder until they were here (`placeholderOf`). */
  user_id: string;
  username: string;
  display_name: string;
  kind: Generated<PersonKind>;
  status: Generated<PersonStatus>;
  invited_by: string | null;
  invited_at: Instant | null;
  token_roles: Generated<string[]>;
  directory_roles: Generated<string[]>;
  token_groups: Generated<string[]>;
  groups_left_out: Generated<boolean>;
  first_seen_at: Instant | null;
  last_seen_at: Instant | null;
  disabled_at: Instant | null;
  disabled_by: string | null;
  disabled_reason: Generated<string>;
};

type AccessReviewTable = {
  tenant_id: string;
  review_id: string;
  person_id: string;
  environment_id: string;
  decision: ReviewDecision;
  reason: string;
  reviewer_id: string;
  reviewer: string;
  reviewed_at: Instant;
};

type AccessGroupTable = {
  tenant_id: string;
  group_id: string;
  display_name: string;
  /** What tokens name it with. */
  claim: string | null;
  created_by: string;
  created_at: Instant;
  version: Generated<number>;
  external_id: string | null;
  /** Set while SCIM keeps its members. */
  provisioned_at: Instant | null;
  changed_at: Instant | null;
  removed_at: Instant | null;
};

type AccessGroupMemberTable = { tenant_id: string; group_id: string; person_id: string };

type ProvisionedPersonTable = {
  tenant_id: string;
  person_id: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  email: string | null;
  created_at: Instant;
  changed_at: Instant;
  deactivated_at: Instant | null;
  removed_at: Instant | null;
};

type ProvisioningTokenTable = {
  tenant_id: string;
  token_id: string;
  name: string;
  secret_hash: Buffer;
  hint: string;
  created_by: string;
  creator_id: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  used_from: string | null;
  revoked_at: Instant | null;
  revoked_by: string | null;
};

type ScimCallTable = {
  tenant_id: string;
  call_id: string;
  token_id: string;
  called_at: Instant;
  method: string;
  resource: string;
  resource_id: string | null;
  status: number;
  code: string | null;
  detail: string | null;
};

type AccessHeadTable = { tenant_id: string; version: number; changed_in: string };

type AttestationTable = {
  tenant_id: string;
  user_id: string;
  accepted_at: Instant;
  text_version: string;
  /** Administrator roles held when it was accepted. */
  roles: string[];
};

type AttestationDecisionTable = {
  tenant_id: string;
  number: number;
  is_on: boolean;
  reason: string;
  decided_by: string;
  decided_at: Instant;
};

type PersonSessionTable = {
  tenant_id: string;
  session_id: string;
  user_id: string;
  key_hash: Buffer;
  told_apart: boolean;
  browser: string;
  address: string;
  first_seen_at: Instant;
  last_seen_at: Instant;
  ended_at: Instant | null;
};

type PersonCutOffTable = { tenant_id: string; user_id: string; not_before: Instant };

type PersonalTokenTable = {
  tenant_id: string;
  token_id: string;
  user_id: string;
  username: string;
  display_name: string;
  name: string;
  secret_hash: Buffer;
  hint: string;
  scope: JsonColumn<TokenScope>;
  roles: string[];
  seen_at: Instant;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  used_from: string | null;
  revoked_at: Instant | null;
  revoked_by: string | null;
};

export type PeopleTables = {
  person: PersonTable;
  attestation: AttestationTable;
  attestation_decision: AttestationDecisionTable;
  person_session: PersonSessionTable;
  person_cut_off: PersonCutOffTable;
  personal_token: PersonalTokenTable;
  access_review: AccessReviewTable;
  access_group: AccessGroupTable;
  access_group_member: AccessGroupMemberTable;
  provisioned_person: ProvisionedPersonTable;
  provisioning_token: ProvisioningTokenTable;
  scim_call: ScimCallTable;
  access_head: AccessHeadTable;
};
