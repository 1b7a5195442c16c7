import type { TokenScope } from '@redoubt/domain';
import type { Instant, JsonColumn } from './columns.ts';

type PersonTable = {
  tenant_id: string;
  /** Object id in the directory. */
  user_id: string;
  username: string;
  display_name: string;
  first_seen_at: Instant;
  last_seen_at: Instant;
};

type AttestationTable = {
  tenant_id: string;
  user_id: string;
  accepted_at: Instant;
  text_version: string;
  /** Administrator roles held when it was accepted. */
  roles: string[];
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
  person_session: PersonSessionTable;
  person_cut_off: PersonCutOffTable;
  personal_token: PersonalTokenTable;
};
