import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openDatabase,
  silentLogger,
  startEmbeddedPostgres,
  type Database,
  type EmbeddedPostgres,
} from '@redoubt/storage';
import { afterAll, beforeAll } from 'vitest';

/** A PostgreSQL that only one test file uses, with one database. */
export type OwnServer = { readonly server: EmbeddedPostgres; readonly database: Database };

/** Gives the test file a PostgreSQL of its own, which it may kill. Call it once at the top; it is there from the first hook on. */
export const useOwnServer = (): OwnServer => {
  let directory = '';
  let own: OwnServer | undefined;
  const started = (): OwnServer => {
    if (own === undefined) throw new Error('useOwnServer: the server is there from the first hook on');
    return own;
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'redoubt-own-'));
    const server = await startEmbeddedPostgres({ dataDirectory: directory, log: silentLogger });
    own = { server, database: await openDatabase({ server, log: silentLogger }) };
  });
  afterAll(async () => {
    await own?.database.close();
    await own?.server.stop();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    get server() {
      return started().server;
    },
    get database() {
      return started().database;
    },
  };
};
