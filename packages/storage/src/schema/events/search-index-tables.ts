import type { Generated } from 'kysely';
import type { Instant } from '../columns.ts';

/** What is left to do for an index: `rebuild` removes its rows, then fills it. */
export type SearchIndexTask = 'remove' | 'rebuild' | 'fill';

export type SearchIndexTables = {
  search_index: {
    tenant_id: string;
    is_on: boolean;
    found_from: Instant | null;
    task: SearchIndexTask | null;
    remove_until: number | null;
    read_position: Generated<number>;
    changed_by: string;
    changed_at: Instant;
    version: Generated<number>;
  };
};
