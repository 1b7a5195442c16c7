import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';

/**
 * Short text that names the log of a database: what is kept elsewhere under it never meets another log. One that was
 * restored, or copied into another database or server, has another name.
 */
export const readLogIdentity = async (database: Database): Promise<string> => {
  const { rows } = await database.pools.ingest.query<{ system: string; oid: number }>(
    `select system_identifier::text as system, d.oid::int as oid
       from pg_control_system(), pg_database d where d.datname = current_database()`,
  );
  const [row] = rows;
  return createHash('sha256').update(`${row?.system} ${row?.oid}`).digest('hex').slice(0, 12);
};
