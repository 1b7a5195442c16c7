import type { Database } from '@redoubt/storage';

type Client = {
  readonly query: (statement: string, values?: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;
};

/** Works in a transaction of a tenant, past the repositories. */
export const inRole = async <T>(
  database: Database,
  tenantId: string,
  role: 'app' | 'ingest',
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = await database.pools[role].connect();
  const setting = role === 'app' ? 'redoubt.tenant_id' : 'redoubt.tenant_ids';
  try {
    await client.query('begin');
    await client.query('select set_config($1, $2, true)', [setting, tenantId]);
    const done = await work(client);
    await client.query('commit');
    return done;
  } finally {
    client.release();
  }
};
