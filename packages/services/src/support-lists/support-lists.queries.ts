import type { SupportEntry, SupportListSummary } from '@redoubt/contracts';
import { allows, fail, SUPPORT_COLUMNS, supportKey, supportListOf, type SupportEntity } from '@redoubt/domain';
import { isCleanText } from '@redoubt/kernel';
import { listSupportEntries, listSupportEntriesOf, type SupportEntryFilter } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { requireMayLeave, SAVED_FILE } from '../environments/may-leave.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { entryOf, readSupportSummaries } from './support-summary.ts';
import { seenSupportEntry } from '../privacy/mask-lists.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { inTransaction } from '../unit-of-work.ts';

/** The support lists of an environment, counted. */
export const getSupportLists = (
  context: EnvironmentContext,
): Promise<{ readonly lists: SupportListSummary[]; readonly canWrite: boolean }> =>
  inTransaction(context, async (trx) => ({
    lists: await readSupportSummaries(trx, context.environmentId, context.clock.now()),
    canWrite: allows(context.capabilities, 'supportListStatus:write'),
  }));

const cursorOf = (place: { readonly revision: number; readonly valueKey: string }): string =>
  `${place.revision}.${encodeURIComponent(place.valueKey)}`;

const readCursor = (cursor: string): { readonly revision: number; readonly valueKey: string } => {
  const [, revision, valueKey] = /^(\d{1,9})\.(.+)$/s.exec(cursor) ?? [];
  try {
    if (revision !== undefined && valueKey !== undefined) {
      return { revision: Number(revision), valueKey: decodeURIComponent(valueKey) };
    }
  } catch (error) {
    throw fail('REQ-INVALID', { count: 1 }, error);
  }
  throw fail('REQ-INVALID', { count: 1 });
};

const DAY_MS = 86_400_000;

/** Entries that have not expired, newest first. A cursor that was not given by this query is refused with REQ-INVALID. */
export const getSupportEntries = async (
  context: EnvironmentContext,
  entity: SupportEntity,
  page: {
    readonly cursor?: string | undefined;
    readonly limit: number;
    readonly contains?: string | undefined;
    readonly status?: SupportEntryFilter['status'] | undefined;
    readonly expiresWithinDays?: number | undefined;
  },
): Promise<{ readonly entries: SupportEntry[]; readonly nextCursor: string | null }> => {
  const { environmentId, clock } = context;
  const contains = page.contains?.trim() ?? '';
  const after = page.cursor === undefined ? null : readCursor(page.cursor);
  if (!isCleanText(contains) || (after && !isCleanText(after.valueKey))) throw fail('REQ-INVALID', { count: 1 });
  const nowMs = clock.now();
  const filter: SupportEntryFilter = {
    contains,
    // A part of a masked value is not searched for: it would be guessed letter by letter.
    wholeValues: seesMasks(context, environmentId),
    status: page.status ?? null,
    expiresBefore: page.expiresWithinDays === undefined ? null : new Date(nowMs + page.expiresWithinDays * DAY_MS),
    now: new Date(nowMs),
  };
  return inTransaction(context, async (trx) => {
    const found = await listSupportEntries(trx, { environmentId, entity }, filter, { after, limit: page.limit + 1 });
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      entries: shown.map((entry) => seenSupportEntry(context, entity, entryOf(entry))),
      nextCursor: found.length > page.limit && last ? cursorOf(last.place) : null,
    };
  });
};

/** Earlier entries of one value that are shown. */
const EARLIER = 20;

/** What a list says of a value, and what it said before. */
export const getSupportValue = (
  context: EnvironmentContext,
  entity: SupportEntity,
  { value }: { readonly value: string },
): Promise<{ readonly current: SupportEntry | null; readonly earlier: SupportEntry[] }> => {
  const { environmentId, clock } = context;
  if (!isCleanText(value)) throw fail('REQ-INVALID', { count: 1 });
  return inTransaction(context, async (trx) => {
    const entries = await listSupportEntriesOf(trx, { environmentId, entity }, supportKey(value), EARLIER + 1);
    const current = entries.find(
      ({ isCurrent, expiresAt }) => isCurrent && (expiresAt === null || expiresAt.getTime() > clock.now()),
    );
    return {
      current: current ? entryOf(current) : null,
      earlier: entries.filter((entry) => entry !== current).map(entryOf),
    };
  });
};

/** Entries of one read of a download. */
const DOWNLOAD_PAGE = 5000;

/** Entries that have not expired, as CSV with the columns that rules read. */
export const downloadSupportList = (context: EnvironmentContext, entity: SupportEntity): Promise<string> =>
  inTransaction(context, async (trx) => {
    const key = { environmentId: context.environmentId, entity };
    await requireMayLeave(trx, [context.environmentId], SAVED_FILE);
    const filter = {
      contains: '',
      wholeValues: false,
      status: null,
      expiresBefore: null,
      now: new Date(context.clock.now()),
    };
    const rows: string[][] = [];
    for (let after = null as Parameters<typeof listSupportEntries>[3]['after']; ;) {
      const found = await listSupportEntries(trx, key, filter, { after, limit: DOWNLOAD_PAGE });
      for (const entry of found) {
        const { value, status, reason, expiresAt, comments } = seenSupportEntry(context, entity, entryOf(entry));
        rows.push([value, status, reason, expiresAt ?? '', comments]);
      }
      const last = found.at(-1);
      if (found.length < DOWNLOAD_PAGE || !last) break;
      after = last.place;
    }
    return writeCsv([supportListOf(entity).column, ...SUPPORT_COLUMNS.filter((name) => name !== 'Key')], rows);
  });
