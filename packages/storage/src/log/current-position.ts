import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Position of the newest committed event; 0 before the first. */
export const currentPosition = async (trx: TenantTransaction): Promise<number> => {
  const { rows } = await sql<{ position: number }>`
    select first_position + event_count - 1 as position from commit_batch order by first_position desc limit 1`.execute(
    trx,
  );
  return rows[0]?.position ?? 0;
};
