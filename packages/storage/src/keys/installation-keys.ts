import type { Database } from '../database/database.ts';

/** The keys of an installation as one `REDOUBT_KEY` opens them. */
export type SealedKeys = {
  /** Tells which key opens it, and nothing about that key. */
  readonly keyCheck: string;
  readonly sealed: string;
};

/** What stands after a change, the oldest first; undefined keeps what stood. */
export type KeyChange<T> = { readonly keep?: readonly SealedKeys[]; readonly result: T };

/**
 * Reads and changes the sealed keys, one node at a time: nodes that start together on a new database must not make
 * keys each.
 */
export const changeInstallationKeys = async <T>(
  { pools }: Pick<Database, 'pools'>,
  work: (kept: readonly SealedKeys[]) => Promise<KeyChange<T>> | KeyChange<T>,
): Promise<T> => {
  const client = await pools.ingest.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('redoubt.installation-keys'))`);
    const { rows } = await client.query<SealedKeys>(
      'select key_check as "keyCheck", sealed from installation_key order by ordinal',
    );
    const { keep, result } = await work(rows);
    if (keep !== undefined) {
      await client.query('delete from installation_key');
      for (const [ordinal, { keyCheck, sealed }] of keep.entries()) {
        const values = [ordinal, keyCheck, sealed];
        await client.query('insert into installation_key (ordinal, key_check, sealed) values ($1, $2, $3)', values);
      }
    }
    await client.query('commit');
    return result;
  } catch (error) {
    failed = error as Error;
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(failed);
  }
};
