import type { SearchableType } from '@redoubt/domain';
import type { Generated } from 'kysely';
import type { Instant } from '../columns.ts';

/** What is left to do on stored events: write down their values, or take those away that were written down. */
export type SearchAttributeTask = 'fill' | 'remove';

type SearchAttributeTable = {
  tenant_id: string;
  attribute_id: string;
  /** Whose events it is for, with those of the environments below. */
  environment_id: string;
  /** Number of the kind of event. */
  kind: number;
  path: string;
  type: SearchableType;
  created_by: string;
  created_at: Instant;
  /** Position of the log when it was made; events up to there carry values of a former one, if any. */
  made_position: Generated<number>;
  /** Null where nothing was ever done on stored events; else how far that is stands in its job. */
  task: SearchAttributeTask | null;
  /** Position of the log up to which events were looked at. */
  read_position: Generated<number>;
  /** Events that carried it. */
  events_found: Generated<number>;
};

export type SearchAttributeTables = { search_attribute: SearchAttributeTable };
