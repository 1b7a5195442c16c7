import { sql } from 'kysely';
import type { TenantTransaction } from './database.ts';

let made = 0;

/** Runs a part of a transaction; what it wrote is taken back where it throws, and the transaction goes on. */
export const withSavepoint = async <T>(trx: TenantTransaction, work: () => Promise<T>): Promise<T> => {
  made += 1;
  const name = sql.id(`part_${made}`);
  await sql`savepoint ${name}`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint ${name}`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(trx);
    throw error;
  }
};
