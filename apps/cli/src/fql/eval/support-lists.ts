import type { SupportListSource } from '@redoubt/fql';
import type { ListTable } from './lists.ts';
import type { Facts } from './request.ts';

export type SupportLists = NonNullable<Facts['supportLists']>;

/** The lists every environment has, and the column that holds their values; other lists have `Key` alone. */
const STANDARD: Readonly<Record<string, string>> = {
  'Email Support List': 'Emails',
  'Payment Support List': 'PaymentInstruments',
  'Device Support List': 'DeviceIds',
  'IP Support List': 'IPs',
  'User Support List': 'UserIds',
};
const FURTHER_COLUMNS = ['Key', 'Status', 'Reason', 'ExpirationDate', 'Comments'];

const fold = (text: string): string => text.trim().toLowerCase();
const dateText = (instantMs: number | null | undefined): string =>
  typeof instantMs === 'number' ? new Date(instantMs).toISOString() : '';

/** The standard names and those given. */
export const supportListNames = (lists: SupportLists): readonly string[] => {
  const names = new Map(Object.keys(STANDARD).map((name) => [fold(name), name]));
  for (const name of Object.keys(lists)) names.set(fold(name), name);
  return [...names.values()];
};

/** Status of the first entry of a value that has not expired at `nowMs`. */
export const supportListSourceOf = (lists: SupportLists, nowMs: number): SupportListSource => {
  const byName = new Map(
    Object.entries(lists).map(([name, entries]) => {
      const statuses = new Map<string, (typeof entries)[number]['status']>();
      for (const { value, status, expiresAt } of entries) {
        const isExpired = typeof expiresAt === 'number' && expiresAt <= nowMs;
        if (!isExpired && !statuses.has(fold(value))) statuses.set(fold(value), status);
      }
      return [fold(name), statuses];
    }),
  );
  return { statusOf: (list, value) => byName.get(fold(list))?.get(fold(value)) };
};

/** Support lists as lists with columns, the way `Lookup` and `ContainsKey` read them. */
export const supportListTables = (lists: SupportLists): readonly ListTable[] => {
  const entriesOf = new Map(Object.entries(lists).map(([name, entries]) => [fold(name), entries]));
  const columnOf = new Map(Object.entries(STANDARD).map(([name, column]) => [fold(name), column]));
  return supportListNames(lists).map((name) => {
    const column = columnOf.get(fold(name)) ?? 'Key';
    const rows = (entriesOf.get(fold(name)) ?? []).map(({ value, status, expiresAt, reason, comments }) => ({
      [column]: value,
      Key: value,
      Status: status,
      Reason: reason ?? '',
      ExpirationDate: dateText(expiresAt),
      Comments: comments ?? '',
    }));
    return { name, columns: [...new Set([column, ...FURTHER_COLUMNS])], rows };
  });
};
