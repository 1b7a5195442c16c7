import type { ClauseSection, RuleType } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn } from '../columns.ts';

/** Where the text of a template came from, in words that outlive it. */
export type TemplateSource = {
  readonly environment: string;
  readonly rule: string;
  /** Published version that was copied. */
  readonly version: number;
};

/** A clause of a template; it gets an id in each rule that is made of it. */
export type TemplateClause = {
  readonly name: string;
  readonly code: string;
  readonly section?: ClauseSection | undefined;
  readonly view?: 'code' | 'visual' | undefined;
};

type RuleTemplateTable = {
  tenant_id: string;
  template_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  description: string;
  assessment: string;
  type: RuleType;
  source: JsonColumn<TemplateSource>;
  condition: string;
  clauses: JsonColumn<readonly TemplateClause[]>;
  sample_payload: JsonColumn;
  created_by: string;
  created_at: Instant;
  version: Generated<number>;
};

/** A configuration file as it is kept. */
export type StoredFile = { readonly path: string; readonly text: string };

type EnvironmentTemplateTable = {
  tenant_id: string;
  template_id: string;
  environment_id: string;
  name: string;
  name_key: string;
  description: string;
  /** Name of the environment that it was made of. */
  source: string;
  /** How many resources of each kind it holds. */
  contents: JsonColumn<Readonly<Record<string, number>>>;
  files: JsonColumn<readonly StoredFile[]>;
  created_by: string;
  created_at: Instant;
  version: Generated<number>;
};

/** What an environment starts with, until it is Active. */
type EnvironmentCreationTable = {
  tenant_id: string;
  environment_id: string;
  /** Name of the template; empty where the environment starts empty. */
  template: string;
  files: JsonColumn<readonly StoredFile[]>;
  asked_by_id: string;
  asked_by: string;
};

export type TemplateTables = {
  rule_template: RuleTemplateTable;
  environment_template: EnvironmentTemplateTable;
  environment_creation: EnvironmentCreationTable;
};
