import { newId } from '@redoubt/kernel';
import { runAsAdmin, useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresServer } from '../database/connection.ts';
import { openDatabase } from '../installation/open-database.ts';
import { silentLogger } from '../logger.ts';

const test = useDatabase();
const id = newId().slice(0, 8);
const name = `former_${id}`;
const role = `former_owner_${id}`;

const inFormer = (text: string) => runAsAdmin(test.server, name, text);

/** As a build before 0.1.0 left it, as far as a start looks: its migrations, and a table with a row. */
beforeAll(async () => {
  await runAsAdmin(test.server, 'postgres', `create role ${role} login createrole password 'secret'`);
  for (const group of ['redoubt_app', 'redoubt_ingest']) {
    await runAsAdmin(test.server, 'postgres', `grant ${group} to ${role} with admin option`);
  }
  await runAsAdmin(test.server, 'postgres', `create database ${name} template template0 owner redoubt_owner`);
  await inFormer(`
    create table schema_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table schema_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into schema_migration_lock values ('migration_lock', 0);
    insert into schema_migration values
      ('0001-foundation', '2026-11-01T00:00:00.000Z'), ('0021-lists', '2026-11-01T00:00:00.001Z'),
      ('0385-shared-list-chunks', '2026-11-20T00:00:00.000Z');
    create table tenant (tenant_id uuid primary key, name text not null);
    insert into tenant values ('${newId()}', 'Kept');
    alter table schema_migration owner to redoubt_owner;
    alter table schema_migration_lock owner to redoubt_owner;
    alter table tenant owner to redoubt_owner;
    grant redoubt_owner to ${role}`);
});
afterAll(async () => {
  await runAsAdmin(test.server, 'postgres', `drop database if exists ${name} with (force)`);
  await runAsAdmin(test.server, 'postgres', `drop role if exists ${name}_app_login, ${name}_ingest_login`);
  await runAsAdmin(test.server, 'postgres', `drop owned by ${role}; drop role ${role}`);
});

const everything = async () => [
  await inFormer(`select relname, relkind::text, relacl::text from pg_class
                   where relnamespace = 'public'::regnamespace order by relname`),
  await inFormer('select * from schema_migration order by name'),
  await inFormer('select * from schema_migration_lock'),
  await inFormer('select name from tenant'),
];

const servers: readonly [string, () => { readonly server: PostgresServer; readonly databaseName: string }][] = [
  ['a data directory', () => ({ server: test.server, databaseName: name })],
  [
    'a DATABASE_URL',
    () => {
      const host = encodeURIComponent(test.server.socketDirectory);
      return { server: { kind: 'external', url: `postgresql://${role}:secret@${host}/${name}` }, databaseName: name };
    },
  ],
];

describe('the database of a build before the first release', () => {
  it.each(servers)('in %s is refused with what to do, and stays as it was', async (_where, place) => {
    const before = await everything();
    const opening = openDatabase({ ...place(), log: silentLogger });
    await expect(opening).rejects.toMatchObject({
      name: 'BootError',
      message:
        'The database was written by a build of Redoubt before 0.1.0, whose tables this release does not read; nothing was ' +
        'changed. With that build, write the configuration as files (redoubt config export); bring them into a new data ' +
        'directory or database of this release (redoubt config import). Stored events stay readable with that build alone.',
    });
    expect(await everything()).toEqual(before);
  });

  it('is not mistaken for that of a newer release, which is refused as such', async () => {
    await inFormer(`update schema_migration set name = '9999-tomorrow' where name = '0001-foundation'`);
    const opening = openDatabase({ server: test.server, databaseName: name, log: silentLogger });
    await expect(opening).rejects.toThrow(
      /^The database was written by a newer release of Redoubt; start that release\.$/,
    );
    await inFormer(`update schema_migration set name = '0001-foundation' where name = '9999-tomorrow'`);
  });
});
