import { openDatabase, startEmbeddedPostgres, type Database, type PostgresServer } from '@redoubt/storage';
import type { ServerOptions } from './settings/server-options.ts';
import type { Shutdown } from './shutdown.ts';

/** Opens the database that settings name, or starts the one below the data directory. */
export const startDatabase = async (
  options: ServerOptions,
  shutdown: Shutdown,
): Promise<{ readonly database: Database; readonly server: PostgresServer }> => {
  const { settings, log, progress } = options;
  let server: PostgresServer;
  if (settings.DATABASE_URL === undefined) {
    progress('Starting PostgreSQL');
    const embedded = await startEmbeddedPostgres({ dataDirectory: settings.REDOUBT_DATA, log });
    shutdown.add(embedded.stop);
    server = embedded;
  } else {
    progress('Connecting to PostgreSQL');
    server = {
      kind: 'external',
      url: settings.DATABASE_URL,
      ...(settings.DATABASE_APP_URL === undefined ? {} : { appUrl: settings.DATABASE_APP_URL }),
      ...(settings.DATABASE_INGEST_URL === undefined ? {} : { ingestUrl: settings.DATABASE_INGEST_URL }),
    };
  }
  progress('Preparing the database');
  const database = await openDatabase({ server, log });
  shutdown.add(database.close);
  return { database, server };
};
