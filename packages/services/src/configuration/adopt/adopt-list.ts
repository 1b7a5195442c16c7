import { Readable } from 'node:stream';
import { isListName, SUPPORT_LISTS, SUPPORT_STATUSES, type CsvDelimiter } from '@redoubt/domain';
import { readCsv } from '../../csv/read-csv.ts';
import { everyRow } from '../../csv/row-source.ts';
import type { ConfigurationFile } from '../configuration-file.ts';
import { listKind } from '../kinds/lists/list.kind.ts';
import { supportListKind } from '../kinds/lists/support-list.kind.ts';
import type { AdoptNote } from './adopt-note.ts';

export type AdoptedList = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly files: readonly ConfigurationFile[];
};

/** What divides cells other than a comma, in words. */
const DIVIDERS: Readonly<Record<Exclude<CsvDelimiter, ','>, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

const columnNamed = (columns: readonly string[], names: readonly string[]): number => {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return columns.findIndex((column) => wanted.has(column.toLowerCase().replaceAll(' ', '')));
};

/** A downloaded support list: its status column, and the column its values are known by. */
const supportShape = (columns: readonly string[]) => {
  const status = columnNamed(columns, ['Status']);
  const list = SUPPORT_LISTS.find(({ column }) => columnNamed(columns, [column]) >= 0);
  return status < 0 || list === undefined ? null : { status, list, value: columnNamed(columns, [list.column]) };
};

const adoptSupportList = (
  path: string,
  { columns, rows }: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] },
  shape: NonNullable<ReturnType<typeof supportShape>>,
  note: (note: AdoptNote) => void,
): readonly ConfigurationFile[] => {
  const at = (names: readonly string[], row: readonly string[]): string => row[columnNamed(columns, names)] ?? '';
  const entries = rows.flatMap((row, index) => {
    const value = (row[shape.value] ?? '').trim();
    const said = (row[shape.status] ?? '').trim().toLowerCase();
    const status = SUPPORT_STATUSES.find((each) => each.toLowerCase() === said);
    const until = at(['ExpirationDate', 'Expires', 'Expiration', 'ExpiresAt'], row).trim();
    const expires = Date.parse(until);
    const reason =
      status === undefined
        ? `The status “${row[shape.status] ?? ''}” is not one of ${SUPPORT_STATUSES.join(', ')}.`
        : until !== '' && Number.isNaN(expires)
          ? `The expiry “${until}” is no date.`
          : null;
    if (reason !== null) {
      note({ path, line: index + 2, reason, remedy: 'Correct the row and adopt the file again.', isLost: true });
    }
    if (status === undefined || reason !== null) return [];
    const words = { reason: at(['Reason'], row), comments: at(['Comments', 'Comment'], row) };
    return [{ value, status, ...words, expires: until === '' ? '' : new Date(expires).toISOString() }];
  });
  return supportListKind.filesOf({ entity: shape.list.entity, entries });
};

/** Takes a CSV as a custom list, or as the support list it was downloaded from; null where it cannot be read. */
export const adoptList = async (
  name: string,
  { path, text }: ConfigurationFile,
  note: (note: AdoptNote) => void,
): Promise<AdoptedList | null> => {
  const content = await readCsv(Readable.from([Buffer.from(text)]));
  if (content.delimiter !== ',') {
    const reason = 'The columns are not divided by commas.';
    const remedy = `They were converted from ${DIVIDERS[content.delimiter]}; look whether the columns are right.`;
    note({ path, line: 1, reason, remedy });
  }
  if (content.likelyDivider !== null) {
    const reason = `The file has one column, and every row holds “${content.likelyDivider}”.`;
    note({ path, line: 1, reason, remedy: 'Name every column in the header if there are several.' });
  }
  for (const { line, message } of content.problems) {
    note({ path, line, reason: message, remedy: 'Correct the file and adopt it again.', isLost: true });
  }
  if (content.problems.length > 0) return null;
  const { columns } = content;
  const rows = await everyRow(content);
  const shape = supportShape(columns);
  if (shape) {
    return { name: shape.list.name, columns, files: adoptSupportList(path, { columns, rows }, shape, note) };
  }
  if (!isListName(name)) {
    const remedy = 'Give the file the name that rules know the list by.';
    note({ path, line: 0, reason: `${name} cannot name a list.`, remedy, isLost: true });
    return null;
  }
  return { name, columns, files: listKind.filesOf({ name, description: '', expiryColumn: null, columns, rows }) };
};
