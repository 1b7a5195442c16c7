import { openDatabase, silentLogger, startEmbeddedPostgres } from '@redoubt/storage';
import type pg from 'pg';
import { connectAsAdmin } from './admin-connection.ts';
import { findDamage, type Check } from './checks.ts';
import type { Merchants } from './merchants.ts';

/** Opens the data of a server that has ended and looks for what merchants were promised and is not so. */
export const findDamageIn = async (
  dataDirectory: string,
  { environmentId }: { readonly environmentId: string },
  merchants: Pick<Merchants, 'acknowledged' | 'observations'>,
  furtherChecks: readonly Check[] = [],
): Promise<readonly string[]> => {
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  const database = await openDatabase({ server, log: silentLogger });
  const admin = await connectAsAdmin(server);
  try {
    const aftermath = {
      database,
      query: async <Row extends pg.QueryResultRow>(text: string) => (await admin.query<Row>(text)).rows,
      environmentId,
      acknowledged: merchants.acknowledged,
      observations: merchants.observations(),
    };
    return await findDamage(aftermath, furtherChecks);
  } finally {
    await admin.end();
    await database.close();
    await server.stop();
  }
};
