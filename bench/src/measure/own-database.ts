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

/** Where a measurement's own PostgreSQL runs. */
export type OwnServer = { readonly server: EmbeddedPostgres; readonly dataDirectory: string };

/** Runs a measurement on a PostgreSQL server and a database of its own, which are gone afterwards. */
export const onOwnDatabase = async <Figures>(
  name: string,
  measure: (database: Database, own: OwnServer) => Promise<Figures>,
): Promise<Figures> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), `redoubt-${name}-`));
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  try {
    const database = await openDatabase({ server, databaseName: `bench_${name}`, log: silentLogger });
    try {
      return await measure(database, { server, dataDirectory });
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};
