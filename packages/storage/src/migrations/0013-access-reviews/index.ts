import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';

/** Who disabled a person and why, and what reviewers of access decided about people. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table person
      add column disabled_at timestamptz,
      add column disabled_by text,
      add column disabled_reason text not null default '';
    alter table tenant
      -- How often the access of a person is to be reviewed.
      add column review_days integer not null default 90 check (review_days between 1 and 400)`.execute(db);
  await sql`
    create table access_review (
      tenant_id uuid not null references tenant,
      review_id uuid not null,
      person_id uuid not null,
      -- From where in the tree the reviewer looked.
      environment_id uuid not null,
      decision text not null check (decision in ('Keep', 'End', 'Disable')),
      reason text not null,
      reviewer_id text not null,
      reviewer text not null,
      reviewed_at timestamptz not null,
      primary key (tenant_id, review_id),
      foreign key (tenant_id, person_id) references person (tenant_id, person_id) on delete cascade,
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id) on delete cascade
    );
    create index access_review_newest on access_review (tenant_id, environment_id, person_id, reviewed_at desc);
    create index access_review_person on access_review (tenant_id, person_id)`.execute(db);
  await isolateTenant(db, 'access_review', { app: ['select', 'insert', 'delete'] });
};
