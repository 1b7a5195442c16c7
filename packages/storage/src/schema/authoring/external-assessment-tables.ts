import type { Generated } from 'kysely';
import type { Instant } from '../columns.ts';

type ExternalAssessmentTable = {
  tenant_id: string;
  external_assessment_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  description: string;
  target_environment_id: string;
  /** A `DefinedAssessmentKind`. */
  target_assessment: string;
  changed_by: string;
  changed_at: Instant;
  version: Generated<number>;
};

export type ExternalAssessmentTables = { external_assessment: ExternalAssessmentTable };
