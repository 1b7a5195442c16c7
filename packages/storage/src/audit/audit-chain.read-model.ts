import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** What the hash of a link is made of, as texts; null where the column is null. */
export type ChainedEntry = {
  readonly tenantId: string;
  readonly entryId: string;
  /** Microseconds since 1970. */
  readonly atMicros: string;
  readonly operation: string;
  readonly resourceType: string;
  readonly environmentId: string | null;
  readonly assessment: string | null;
  readonly correlationId: string | null;
  readonly actorId: string;
  readonly actorName: string;
  readonly resourceId: string;
  readonly resourceName: string;
  /** As PostgreSQL writes `jsonb`. */
  readonly original: string | null;
  readonly modified: string | null;
};

/** Where an entry stands in the chain. */
export type ChainLink = {
  readonly sequence: number;
  readonly entryId: Id;
  /** Null where the content was erased. */
  readonly salt: Buffer | null;
  readonly contentDigest: Buffer;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  /** Undefined where no entry has this id any more. */
  readonly entry: ChainedEntry | undefined;
};

export type ChainHead = { readonly sequence: number; readonly hash: Buffer };

/** An entry without a link. */
export type UnlinkedEntry = { readonly entryId: Id; readonly at: Date };

type LinkRow = Omit<ChainLink, 'entry'> & {
  readonly [Name in keyof ChainedEntry as `e_${Name}`]: ChainedEntry[Name] | null;
};

const entryOf = (row: LinkRow): ChainedEntry | undefined =>
  row.e_entryId === null
    ? undefined
    : (Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) => (name.startsWith('e_') ? [[name.slice(2), value]] : [])),
      ) as ChainedEntry);

/** Links after a place in the chain, with their entries, in order. */
export const readChain = async (
  trx: TenantTransaction,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<readonly ChainLink[]> => {
  const { rows } = await sql<LinkRow>`
    select l.sequence, l.entry_id as "entryId", l.salt, l.content_digest as "contentDigest",
        l.previous_hash as "previousHash", l.hash,
        e.tenant_id::text as "e_tenantId", e.entry_id::text as "e_entryId",
        ((extract(epoch from e.at) * 1000000)::bigint)::text as "e_atMicros", e.operation as "e_operation",
        e.resource_type as "e_resourceType", e.environment_id::text as "e_environmentId", e.assessment as "e_assessment",
        e.correlation_id as "e_correlationId", e.actor_id as "e_actorId", e.actor_name as "e_actorName",
        e.resource_id as "e_resourceId", e.resource_name as "e_resourceName",
        e.original::text as "e_original", e.modified::text as "e_modified"
      from audit_link l left join audit_entry e on e.tenant_id = l.tenant_id and e.entry_id = l.entry_id
     where l.sequence > ${after} order by l.sequence limit ${most}`.execute(trx);
  return rows.map((row) => ({
    sequence: row.sequence,
    entryId: row.entryId,
    salt: row.salt,
    contentDigest: row.contentDigest,
    previousHash: row.previousHash,
    hash: row.hash,
    entry: entryOf(row),
  }));
};

/** The end of the chain; undefined before the first entry. */
export const readChainHead = (trx: TenantTransaction): Promise<ChainHead | undefined> =>
  trx.selectFrom('audit_head').select(['sequence', 'hash']).executeTakeFirst();

/** Hashes of the links at some places of the chain. */
export const readLinkHashes = async (
  trx: TenantTransaction,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, Buffer>> => {
  if (sequences.length === 0) return new Map();
  const rows = await trx
    .selectFrom('audit_link')
    .select(['sequence', 'hash'])
    .where('sequence', 'in', sequences)
    .execute();
  return new Map(rows.map(({ sequence, hash }) => [sequence, hash]));
};

/** Entries that no link names: they were put in past the product, or their link was removed. */
export const readUnlinkedEntries = async (trx: TenantTransaction, most: number): Promise<readonly UnlinkedEntry[]> => {
  const { rows } = await sql<UnlinkedEntry>`
    select e.entry_id as "entryId", e.at from audit_entry e
     where not exists (select from audit_link l where l.tenant_id = e.tenant_id and l.entry_id = e.entry_id)
     order by e.at, e.entry_id limit ${most}`.execute(trx);
  return rows;
};

/** Which of these entries the log says were erased. */
export const readErasures = async (trx: TenantTransaction, entryIds: readonly Id[]): Promise<ReadonlySet<Id>> => {
  if (entryIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('audit_entry')
    .select('resource_id')
    .where('resource_type', '=', 'ActivityLog')
    .where('operation', '=', 'Erase')
    .where('resource_id', 'in', entryIds)
    .execute();
  return new Set(rows.map(({ resource_id: id }) => id));
};

/**
 * Erases who, what and both sides of the change of an entry; what it was called, when and where it was stay, and the chain
 * holds. False where there is no such entry or it was erased before.
 */
export const eraseAuditContent = async (trx: TenantTransaction, entryId: Id): Promise<boolean> => {
  const { rows } = await sql<{ erased: boolean }>`select erase_audit_content(${entryId}) as erased`.execute(trx);
  return rows[0]?.erased ?? false;
};
