import {
  BackupError,
  BootError,
  openDatabase,
  reachEmbeddedPostgres,
  silentLogger,
  type Database,
  type PostgresServer,
} from '@redoubt/storage';
import type { CliContext } from '../cli-context.ts';
import { CliError, EXIT_INTERRUPTED } from '../cli-error.ts';

/** The PostgreSQL that the variables name, read as the server reads them; undefined means the embedded one. */
export const externalServer = ({ variables }: CliContext): PostgresServer | undefined => {
  const { DATABASE_URL: url, DATABASE_APP_URL: appUrl, DATABASE_INGEST_URL: ingestUrl } = variables;
  if (url === undefined || url === '') return undefined;
  return { kind: 'external', url, ...(appUrl ? { appUrl } : {}), ...(ingestUrl ? { ingestUrl } : {}) };
};

/** Puts what an operator can act on into a sentence, and leaves every other failure as it is. */
export const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError || error instanceof BootError) {
      throw new CliError(error.message, { cause: error });
    }
    if ((error as Error).name === 'AbortError') throw new CliError('Stopped.', { exitCode: EXIT_INTERRUPTED });
    throw error;
  }
};

/** Works on the data of this installation, beside a running server or without one. */
export const withServer = async <T>(context: CliContext, work: (server: PostgresServer) => Promise<T>): Promise<T> =>
  inWords(async () => {
    const external = externalServer(context);
    if (external !== undefined) return work(external);
    const { dataDirectory } = context;
    const { server, release } = await reachEmbeddedPostgres({ dataDirectory, log: silentLogger });
    try {
      return await work(server);
    } finally {
      await release();
    }
  });

/** The same through the repositories, each transaction held to one tenant. */
export const withDatabase = <T>(context: CliContext, work: (database: Database) => Promise<T>): Promise<T> =>
  withServer(context, async (server) => {
    const database = await openDatabase({ server, log: silentLogger });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });
