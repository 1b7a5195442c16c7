import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** What people hear of and where, their quiet hours, and which notices were mailed to whom. */
export const up = async (db: Kysely<never>): Promise<void> => {
  // Who brought a notice about: they know already.
  await sql`alter table notice add column author_id text`.execute(db);

  // Only what differs from the default: shown in the console, and not mailed.
  await sql`
    create table notice_subscription (
      tenant_id uuid not null references tenant,
      user_id text not null,
      type text not null,
      shown boolean not null,
      -- Notices raised after this moment are mailed; null: none.
      mailed_since timestamptz,
      primary key (tenant_id, user_id, type)
    );
    create index notice_subscription_mailed on notice_subscription (tenant_id, type)
      where mailed_since is not null`.execute(db);
  await isolateTenant(db, 'notice_subscription', { app: ALL });

  await sql`
    create table notice_quiet_hours (
      tenant_id uuid not null references tenant,
      user_id text not null,
      -- Hours of the day in the time zone, 0 to 23; equal ones: no hours.
      from_hour smallint not null check (from_hour between 0 and 23),
      to_hour smallint not null check (to_hour between 0 and 23),
      weekends boolean not null,
      time_zone text not null,
      primary key (tenant_id, user_id)
    )`.execute(db);
  await isolateTenant(db, 'notice_quiet_hours', { app: ALL });

  // Notices that were mailed to a person, or that need not be: each is told once, whichever node finds it.
  await sql`
    create table notice_delivery (
      tenant_id uuid not null,
      notice_id uuid not null,
      user_id text not null,
      mailed boolean not null,
      at timestamptz not null,
      primary key (tenant_id, notice_id, user_id),
      foreign key (tenant_id, notice_id) references notice (tenant_id, notice_id) on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'notice_delivery', { app: ALL });

  // Types that people did not want to hear of were kept with their preferences.
  await sql`
    insert into notice_subscription (tenant_id, user_id, type, shown)
      select s.tenant_id, s.user_id, muted, false
        from user_settings s, jsonb_array_elements_text(
          case jsonb_typeof(s.settings -> 'mutedNotices') when 'array' then s.settings -> 'mutedNotices' else '[]' end
        ) muted on conflict do nothing;
    update user_settings set settings = settings - 'mutedNotices' where settings ? 'mutedNotices'`.execute(db);
};
