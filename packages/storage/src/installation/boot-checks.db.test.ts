import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runAsAdmin } from '@redoubt/testing/database';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { openDatabase } from './open-database.ts';
import { silentLogger } from '../logger.ts';

let directory = '';
let server: EmbeddedPostgres;

const asAdmin = <Row extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<Row[]> =>
  runAsAdmin<Row>(server, database, text);

/** A setting of the whole server, in force for sessions that begin after this. */
const setServer = async (name: string, value: 'on' | 'off'): Promise<void> => {
  await asAdmin(`alter system set ${name} = ${value}`);
  await asAdmin('select pg_reload_conf()');
  while ((await asAdmin<{ setting: string }>(`select current_setting('${name}') as setting`))[0]?.setting !== value) {
    await delay(10);
  }
};

const open = async (databaseName = 'redoubt'): Promise<void> => {
  const database = await openDatabase({ server, databaseName, log: silentLogger });
  await database.close();
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-boot-'));
  server = await startEmbeddedPostgres({ dataDirectory: directory, log: silentLogger });
  await open();
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('opening a database', () => {
  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'is refused in one sentence while %s is off',
    async (name) => {
      await setServer(name, 'off');
      await expect(open()).rejects.toMatchObject({
        name: 'BootError',
        message: `PostgreSQL runs with ${name} = off; it must be on, or decisions could be lost.`,
      });
      await setServer(name, 'on');
      await open();
    },
  );

  it('is refused where the login of ingestion alone commits without waiting for the disk', async () => {
    await asAdmin('alter role redoubt_ingest_login set synchronous_commit = off');
    await expect(open()).rejects.toThrow(/^PostgreSQL runs with synchronous_commit = off; it must be on/);
    await asAdmin('alter role redoubt_ingest_login reset synchronous_commit');
    await open();
  });

  it('is refused on a server of an old version', async () => {
    // Seen before the catalogue's own view: the server says of itself what an old one would say.
    await asAdmin(
      `create schema old;
       create view old.pg_settings as select name, case name when 'server_version_num' then '140011' else setting end as setting
         from pg_catalog.pg_settings;
       grant usage on schema old to public; grant select on old.pg_settings to public;
       alter role redoubt_owner in database redoubt set search_path = old, pg_catalog, public`,
      'redoubt',
    );
    await expect(open()).rejects.toThrow(/^PostgreSQL 14 is too old; version 15 or newer is needed\.$/);
    await asAdmin('alter role redoubt_owner in database redoubt reset search_path', 'redoubt');
    await open();
  });

  it('is refused where the database does not hold every character', async () => {
    await asAdmin(
      `create database narrow owner redoubt_owner template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`,
    );
    await expect(open('narrow')).rejects.toThrow(/^The database must use the encoding UTF8\.$/);
  });
});
