import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import type { ChainHead } from './audit-chain.read-model.ts';

/** Where the chain of a tenant begins since its oldest entries were removed. */
export type ChainFloor = ChainHead & { readonly removedAt: Date; readonly signature: Buffer };

/** Undefined where nothing was ever removed. */
export const readChainFloor = async (trx: TenantTransaction): Promise<ChainFloor | undefined> =>
  trx.selectFrom('audit_floor').select(['sequence', 'hash', 'removed_at as removedAt', 'signature']).executeTakeFirst();

/** The last place of the chain before which every entry is older than the border; undefined where the first is not. */
export const findOldestActivity = async (
  trx: TenantTransaction,
  border: Date,
  most: number,
): Promise<ChainHead | undefined> => {
  const { rows } = await sql<ChainHead>`
    with oldest as materialized (
      select l.sequence, l.hash, e.at from audit_link l
        left join audit_entry e on e.tenant_id = l.tenant_id and e.entry_id = l.entry_id
       order by l.sequence limit ${most + 1})
    select sequence, hash from oldest
     where sequence < coalesce((select min(sequence) from oldest where at is null or at >= ${border}),
                               (select max(sequence) from oldest))
     order by sequence desc limit 1`.execute(trx);
  return rows[0];
};

/** Removes the oldest entries, up to a place that `findOldestActivity` gave; says how many those were. */
export const removeOldestActivity = async (trx: TenantTransaction, floor: ChainFloor): Promise<number> => {
  const { rows } = await sql<{ removed: number }>`
    select remove_oldest_activity(${floor.sequence}, ${floor.hash}, ${floor.removedAt}, ${floor.signature}) as removed`.execute(
    trx,
  );
  return rows[0]?.removed ?? 0;
};
