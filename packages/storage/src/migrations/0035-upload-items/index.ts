import { sql, type Kysely } from 'kysely';
import { isolateTenant } from '../../database/tenant-isolation.ts';
import { ALL } from '../0001-schema/privileges.ts';

/** Lines of files that stand in a list of an event, such as the products of a purchase, until the event is stored. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table upload_item (
      tenant_id uuid not null references tenant,
      upload_id uuid not null,
      -- Among the lines below the header, from 1.
      line bigint not null,
      environment_id uuid not null,
      data_set text not null,
      -- Id of the purchase, or of the user of an account update.
      owner_id text not null,
      item jsonb not null,
      -- The file whose event took it; it goes when that file is stored.
      taken_by uuid,
      primary key (tenant_id, upload_id, line),
      foreign key (tenant_id, upload_id) references data_upload on delete cascade,
      foreign key (tenant_id, environment_id) references environment (tenant_id, environment_id)
    );
    create index upload_item_owner on upload_item (tenant_id, environment_id, owner_id);
    create index upload_item_taken on upload_item (tenant_id, taken_by) where taken_by is not null`.execute(db);
  await isolateTenant(db, 'upload_item', { app: ALL });
};
