import type { ClauseSection, RuleType, RunMode } from '@redoubt/domain';

import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

export type StoredClause = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  /** The stage it runs in; the first one where absent. Clauses are kept in the order they run. */
  readonly section?: ClauseSection | undefined;
  /** How the editor shows it; not part of what the clause says. */
  readonly view?: 'code' | 'visual' | undefined;
};

type RuleSetTable = {
  tenant_id: string;
  environment_id: string;
  assessment: string;
  run_mode: RunMode;
  /** What new rules start with; null for the sample of the product. */
  sample_payload: JsonColumn | null;
  version: Generated<number>;
  /** How often a branch took its place. */
  promotions: Generated<number>;
};

type RuleTable = {
  tenant_id: string;
  rule_id: string;
  environment_id: string;
  assessment: string;
  type: RuleType;
  name: string;
  name_key: string;
  description: string;
  active: boolean;
  /** Null until the first publication, as is the order. */
  published_version: number | null;
  order_index: number | null;
  /** Null for a rule of production. */
  branch_id: string | null;
  /** The rule of production that a rule of a branch stands for, and the version it was copied from. */
  origin_rule_id: string | null;
  origin_version: number | null;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

type RuleTextColumns = {
  condition: string;
  clauses: JsonColumn<readonly StoredClause[]>;
  sample_payload: JsonColumn;
};

type RuleDraftTable = RuleTextColumns & {
  tenant_id: string;
  rule_id: string;
  /** Published version the draft was begun on; 0 for a rule that had none. */
  based_on_version: number;
  saved_by: string;
  saved_at: Instant;
};

type RuleVersionTable = RuleTextColumns & {
  tenant_id: string;
  rule_id: string;
  rule_version: number;
  /** SHA-256 of the canonical text: equal hashes share one compiled unit. */
  content_hash: string;
  published_by: string;
  published_at: Instant;
  note: string;
  /** Older version whose text this one brought back; null for text that a user wrote. */
  restores: number | null;
};

type PublishApprovalTable = {
  tenant_id: string;
  environment_id: string;
  required: boolean;
  changed_by: string;
  changed_at: Instant;
};

export type RuleTables = {
  publish_approval: PublishApprovalTable;
  rule_set: RuleSetTable;
  rule: RuleTable;
  rule_draft: RuleDraftTable;
  rule_version: RuleVersionTable;
};
