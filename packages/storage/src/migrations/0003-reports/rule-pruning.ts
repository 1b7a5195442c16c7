import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** What rules of a set are worth given the others; sums by rule, which name no event. */
export const createRulePruning = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table rule_pruning (
      tenant_id uuid not null references tenant,
      pruning_id uuid not null,
      environment_id uuid not null,
      assessment text not null,
      include_children boolean not null,
      -- First and last day of events.
      from_day date not null,
      to_day date not null,
      result json,
      primary key (tenant_id, pruning_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index rule_pruning_place on rule_pruning (tenant_id, environment_id, assessment);
    create trigger forget_job after delete on rule_pruning
      for each row execute function forget_job('rulePruning', 'pruning_id')`.execute(db);
  await isolateTenant(db, 'rule_pruning', { app: ALL });
};
