import type { Instant } from './columns.ts';

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

export type PeopleTables = { person: PersonTable; attestation: AttestationTable };
