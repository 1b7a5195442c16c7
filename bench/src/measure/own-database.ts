import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, silentLogger, startEmbeddedPostgres, type Database } from '@redoubt/storage';

/** Runs a measurement on a PostgreSQL server and a database of its own, which are gone afterwards. */
export const onOwnDatabase = async <Figures>(
  name: string,
  measure: (database: Database) => Promise<Figures>,
): Promise<Figures> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), `redoubt-${name}-`));
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  try {
    const database = await openDatabase({ server, databaseName: `bench_${name}`, log: silentLogger });
    try {
      return await measure(database);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};
