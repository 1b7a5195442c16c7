import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Filters and order of pages that people saved, and which of them a page opens with. */
export const createSavedViews = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table saved_view (
      tenant_id uuid not null references tenant,
      view_id uuid not null,
      environment_id uuid not null,
      -- One of SAVED_VIEW_PAGES of domain/saved-views/saved-view.ts.
      page text not null,
      name text not null,
      -- Object id in the directory, and the name of then.
      owner_id text not null,
      owner text not null,
      -- Seen by everyone who may open the page; only by the owner otherwise.
      shared boolean not null,
      -- Query string of the page's address.
      parameters text not null,
      created_at timestamptz not null,
      changed_by text not null,
      changed_at timestamptz not null,
      -- Kept for a while, so that it can be brought back.
      deleted_at timestamptz,
      version integer not null default 1,
      primary key (tenant_id, view_id),
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index saved_view_page on saved_view (tenant_id, environment_id, page)`.execute(db);
  await isolateTenant(db, 'saved_view', { app: ALL });

  await sql`
    create table saved_view_default (
      tenant_id uuid not null references tenant,
      environment_id uuid not null,
      user_id text not null,
      page text not null,
      view_id uuid not null,
      primary key (tenant_id, environment_id, user_id, page),
      foreign key (tenant_id, view_id) references saved_view on delete cascade
    )`.execute(db);
  await isolateTenant(db, 'saved_view_default', { app: ALL });
};
