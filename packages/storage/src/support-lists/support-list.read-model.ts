import { supportKey, type SupportEntity, type SupportListStatus } from '@redoubt/domain';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';
import { supportEntryColumns, type SupportListEntry, type SupportListKey } from './support-list.repository.ts';

type SupportListCounts = {
  readonly entity: SupportEntity;
  readonly status: SupportListStatus;
  readonly entries: number;
  /** Of these, how many expire before the given instant. */
  readonly expiring: number;
};

/** Entries of an environment's support lists that have not expired, counted. */
export const countSupportEntries = async (
  trx: TenantTransaction,
  environmentId: string,
  at: { readonly now: Date; readonly soon: Date },
): Promise<readonly SupportListCounts[]> =>
  trx
    .selectFrom('support_list_entry')
    .select((select) => [
      'entity',
      'status',
      select.fn.countAll<number>().as('entries'),
      select.fn.countAll<number>().filterWhere('expires_at', '<=', at.soon).as('expiring'),
    ])
    .where('environment_id', '=', environmentId)
    .where('until_revision', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at.now)]))
    .groupBy(['entity', 'status'])
    .execute();

export type SupportEntryFilter = {
  /** Part of value, reason or comments, ignoring case. */
  readonly contains: string;
  /** Whether `contains` has to be the whole value, and reason and comments are not looked into. */
  readonly wholeValues: boolean;
  readonly status: SupportListStatus | null;
  /** Only what expires until then. */
  readonly expiresBefore: Date | null;
  readonly now: Date;
};

/** Where the page before ended. */
export type SupportEntryPlace = { readonly revision: number; readonly valueKey: string };

type ListedSupportEntry = SupportListEntry & { readonly place: SupportEntryPlace };

/** Text as a LIKE pattern that means just it. */
const literal = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Entries that have not expired, newest first. */
export const listSupportEntries = async (
  trx: TenantTransaction,
  key: SupportListKey,
  filter: SupportEntryFilter,
  page: { readonly after: SupportEntryPlace | null; readonly limit: number },
): Promise<readonly ListedSupportEntry[]> => {
  let query = trx
    .selectFrom('support_list_entry')
    .select([...supportEntryColumns, 'from_revision as revision', 'value_key as valueKey'])
    .where('environment_id', '=', key.environmentId)
    .where('entity', '=', key.entity)
    .where('until_revision', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', filter.now)]))
    .orderBy('from_revision', 'desc')
    .orderBy('value_key')
    .limit(page.limit);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.expiresBefore) query = query.where('expires_at', '<=', filter.expiresBefore);
  if (filter.contains !== '' && filter.wholeValues) query = query.where('value_key', '=', supportKey(filter.contains));
  else if (filter.contains !== '') {
    const pattern = literal(filter.contains);
    query = query.where((where) =>
      where.or([
        where('value', 'ilike', pattern),
        where('reason', 'ilike', pattern),
        where('comments', 'ilike', pattern),
      ]),
    );
  }
  const { after } = page;
  if (after) {
    query = query.where((where) =>
      where.or([
        where('from_revision', '<', after.revision),
        where.and([where('from_revision', '=', after.revision), where('value_key', '>', after.valueKey)]),
      ]),
    );
  }
  const rows = await query.execute();
  return rows.map(({ revision, valueKey, ...entry }) => ({ ...entry, place: { revision, valueKey } }));
};

/** What a list ever said of a value, newest first. */
export const listSupportEntriesOf = async (
  trx: TenantTransaction,
  key: SupportListKey,
  valueKey: string,
  limit: number,
): Promise<readonly (SupportListEntry & { readonly isCurrent: boolean })[]> =>
  trx
    .selectFrom('support_list_entry')
    .select([...supportEntryColumns, sql<boolean>`until_revision is null`.as('isCurrent')])
    .where('environment_id', '=', key.environmentId)
    .where('entity', '=', key.entity)
    .where('value_key', '=', valueKey)
    .orderBy('from_revision', 'desc')
    .limit(limit)
    .execute();
