import { randomBytes } from 'node:crypto';
import { openDatabase, silentLogger, type Database, type EmbeddedAddress } from '@redoubt/storage';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { TEMPLATE_DATABASE } from './template.ts';

/** A test file's own database; readable inside tests and hooks. */
export type TestDatabase = {
  readonly database: Database;
  readonly name: string;
  readonly server: EmbeddedAddress;
  /** Runs SQL past every guard, as a superuser: to set a scene or to look behind the curtain. */
  readonly asAdmin: <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
};

/** A connection past every guard, as a superuser; not yet connected. */
export const adminClient = (server: EmbeddedAddress, database: string): pg.Client =>
  new pg.Client({ host: server.socketDirectory, user: 'redoubt_admin', password: server.secrets.admin, database });

/** Runs SQL past every guard in any database of a server, as a superuser. */
export const runAsAdmin = async <Row extends pg.QueryResultRow>(
  server: EmbeddedAddress,
  database: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const client = adminClient(server, database);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
};

/**
 * Gives the test file a database of its own, cloned from the migrated template before its first test and dropped after
 * the last. Call it once at the top of a `x.db.test.ts`; the fields are there from the first hook on.
 */
export const useDatabase = (): TestDatabase => {
  const server = inject('redoubtDatabase');
  const name = `test_${randomBytes(6).toString('hex')}`;
  let database: Database | undefined;
  beforeAll(async () => {
    await runAsAdmin(server, 'postgres', `create database ${name} template ${TEMPLATE_DATABASE} owner redoubt_owner`);
    // The template was made by this very release: its schema and the logins are there.
    database = await openDatabase({ server, databaseName: name, log: silentLogger, isPrepared: true });
  });
  afterAll(async () => {
    await database?.close();
    await runAsAdmin(server, 'postgres', `drop database if exists ${name} with (force)`);
  });
  return {
    get database() {
      if (database === undefined) throw new Error('useDatabase: the database is there from the first hook on');
      return database;
    },
    name,
    server,
    asAdmin: (text, values) => runAsAdmin(server, name, text, values),
  };
};
