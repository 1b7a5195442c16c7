import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Something that stands in one environment and works for those below, too. */
export type InheritableResource = {
  readonly thing: 'people' | 'rules' | 'velocitySets' | 'functions' | 'ruleTemplates' | 'environmentTemplates';
  readonly environmentId: Id;
  readonly name: string;
  /** Of a rule. */
  readonly assessment: string | null;
};

/** All such things of some environments: rules in the order in which they run, the rest by name. */
export const readInheritableResources = async (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
  at: Date,
): Promise<readonly InheritableResource[]> => {
  const here = sql`environment_id = any (${[...environmentIds]}::uuid[])`;
  const { rows } = await sql<InheritableResource>`
    select thing, environment_id as "environmentId", name, assessment from (
      select 'rules' as thing, environment_id, name, assessment, order_index as place from rule
       where ${here} and active and published_version is not null and branch_id is null and type <> 'routing'
      union all select 'velocitySets', environment_id, name, null, 0 from velocity_set
       where ${here} and active and published_version is not null
      union all select 'functions', environment_id, name, null, 0 from fql_function
       where ${here} and published_version is not null
      union all select 'ruleTemplates', environment_id, name, null, 0 from rule_template where ${here}
      union all select 'environmentTemplates', environment_id, name, null, 0 from environment_template where ${here}
      union all select 'people', environment_id, max(display_name), null, 0 from role_assignment
       where ${here} and (expires_at is null or expires_at > ${at}) group by environment_id, user_id
    ) things order by thing, assessment, place, name`.execute(trx);
  return rows;
};
