import { supportKey, type SupportEntity, type SupportListStatus, type SupportSource } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { currentPosition } from '../log/current-position.ts';

/** Which support list of which environment. */
export type SupportListKey = { readonly environmentId: string; readonly entity: SupportEntity };

export type SupportListHead = SupportListKey & {
  readonly revision: number;
  readonly changedBy: string;
  readonly changedAt: Date;
};

export type SupportListEntry = {
  readonly value: string;
  readonly status: SupportListStatus;
  readonly reason: string;
  readonly comments: string;
  readonly expiresAt: Date | null;
  readonly source: SupportSource;
  readonly addedBy: string;
  readonly addedAt: Date;
};

export const supportEntryColumns = [
  'value',
  'status',
  'reason',
  'comments',
  'expires_at as expiresAt',
  'source',
  'added_by as addedBy',
  'added_at as addedAt',
] as const;

/** Support lists that were ever changed: of one environment, or of the whole tenant. */
export const listSupportLists = async (
  trx: TenantTransaction,
  environmentId?: string,
): Promise<readonly SupportListHead[]> => {
  const query = trx
    .selectFrom('support_list')
    .select([
      'environment_id as environmentId',
      'entity',
      'revision',
      'changed_by as changedBy',
      'changed_at as changedAt',
    ]);
  return (environmentId === undefined ? query : query.where('environment_id', '=', environmentId)).execute();
};

/** Begins a change: moves the list to its next revision and keeps others from changing it. Gives that revision. */
export const advanceSupportList = async (
  trx: TenantTransaction,
  tenantId: string,
  key: SupportListKey,
  changed: { readonly by: string; readonly at: Date },
): Promise<number> => {
  const { revision } = await trx
    .insertInto('support_list')
    .values({
      tenant_id: tenantId,
      environment_id: key.environmentId,
      entity: key.entity,
      revision: 1,
      changed_by: changed.by,
      changed_at: changed.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'environment_id', 'entity']).doUpdateSet({
        revision: sql`support_list.revision + 1`,
        changed_by: changed.by,
        changed_at: changed.at,
      }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
};

/** Values of one statement; PostgreSQL takes 65,535 parameters. */
const AT_ONCE = 4000;

const inSlices = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, at) => items.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

/** Entries of some values that stand now, expired ones too, by the key of the value. */
export const findSupportEntries = async (
  trx: TenantTransaction,
  key: SupportListKey,
  values: readonly string[],
): Promise<ReadonlyMap<string, SupportListEntry>> => {
  const found = new Map<string, SupportListEntry>();
  for (const keys of inSlices(values.map(supportKey))) {
    const rows = await trx
      .selectFrom('support_list_entry')
      .select(['value_key', ...supportEntryColumns])
      .where('environment_id', '=', key.environmentId)
      .where('entity', '=', key.entity)
      .where('until_revision', 'is', null)
      .where('value_key', 'in', keys)
      .execute();
    for (const { value_key: valueKey, ...entry } of rows) found.set(valueKey, entry);
  }
  return found;
};

/** Keys of those of some values whose status was set after a moment, also where that entry ended since. */
export const findSetSince = async (
  trx: TenantTransaction,
  key: SupportListKey,
  values: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const keys of inSlices(values.map(supportKey))) {
    const rows = await trx
      .selectFrom('support_list_entry')
      .select('value_key')
      .where('environment_id', '=', key.environmentId)
      .where('entity', '=', key.entity)
      .where('added_at', '>', since)
      .where('value_key', 'in', keys)
      .execute();
    for (const { value_key: valueKey } of rows) found.add(valueKey);
  }
  return found;
};

/** Ends what stands about some values, and puts other entries there, in the revision of the running change. */
export const writeSupportEntries = async (
  trx: TenantTransaction,
  tenantId: string,
  key: SupportListKey,
  revision: number,
  change: { readonly ended: readonly string[]; readonly added: readonly SupportListEntry[] },
): Promise<void> => {
  const position = await currentPosition(trx);
  for (const keys of inSlices(change.ended.map(supportKey))) {
    await trx
      .updateTable('support_list_entry')
      .set({ until_revision: revision, until_position: position })
      .where('environment_id', '=', key.environmentId)
      .where('entity', '=', key.entity)
      .where('until_revision', 'is', null)
      .where('value_key', 'in', keys)
      .execute();
  }
  for (const entries of inSlices(change.added)) {
    await trx
      .insertInto('support_list_entry')
      .values(
        entries.map((entry) => ({
          tenant_id: tenantId,
          environment_id: key.environmentId,
          entity: key.entity,
          value_key: supportKey(entry.value),
          from_revision: revision,
          until_revision: null,
          from_position: position,
          until_position: null,
          value: entry.value,
          status: entry.status,
          reason: entry.reason,
          comments: entry.comments,
          expires_at: entry.expiresAt,
          source: entry.source,
          added_by: entry.addedBy,
          added_at: entry.addedAt,
        })),
      )
      .execute();
  }
};

/** Every entry that a revision has, expired or not, oldest first. */
export const readSupportEntries = async (
  trx: TenantTransaction,
  key: SupportListKey,
  revision: number,
): Promise<readonly SupportListEntry[]> =>
  trx
    .selectFrom('support_list_entry')
    .select(supportEntryColumns)
    .where('environment_id', '=', key.environmentId)
    .where('entity', '=', key.entity)
    .where('from_revision', '<=', revision)
    .where((where) => where.or([where('until_revision', 'is', null), where('until_revision', '>', revision)]))
    .orderBy('from_revision')
    .orderBy('value_key')
    .execute();

/** An entry, and which positions of the log it stood for: events after `from`, up to and with `until`. */
export type PastSupportEntry = SupportListEntry & { readonly from: number; readonly until: number | null };

/** Every entry a list ever had, newest first. */
export const readSupportHistory = async (
  trx: TenantTransaction,
  key: SupportListKey,
): Promise<readonly PastSupportEntry[]> =>
  trx
    .selectFrom('support_list_entry')
    .select([...supportEntryColumns, 'from_position as from', 'until_position as until'])
    .where('environment_id', '=', key.environmentId)
    .where('entity', '=', key.entity)
    .orderBy('from_revision', 'desc')
    .orderBy('value_key')
    .execute();
