import type { AssessmentDefinition, DefinedTemplate } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

type AssessmentTable = {
  tenant_id: string;
  /** The number its kinds carry; never given again in the tenant. */
  assessment_number: number;
  /** The root environment it belongs to. */
  environment_id: string;
  template: DefinedTemplate;
  api_name: string;
  api_name_key: string;
  friendly_name: string;
  definition: JsonColumn<AssessmentDefinition>;
  created_by: string;
  created_at: Instant;
  changed_by: string;
  changed_at: Instant;
  /** Null while it is there. */
  deleted_at: Instant | null;
  version: Generated<number>;
};

export type AssessmentTables = { assessment: AssessmentTable };
