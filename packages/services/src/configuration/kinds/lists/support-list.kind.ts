import { Readable } from 'node:stream';
import {
  SUPPORT_ENTITIES,
  SUPPORT_STATUSES,
  supportKey,
  supportValueProblem,
  type SupportEntity,
  type SupportListStatus,
  type SupportValueProblem,
} from '@redoubt/domain';
import { listSupportLists, readSupportEntries, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../../../context.ts';
import { readCsv } from '../../../csv/read-csv.ts';
import { everyRow } from '../../../csv/row-source.ts';
import { writeCsv } from '../../../csv/write-csv.ts';
import { changeSupportEntries, type SupportChange } from '../../../support-lists/change-support-entries.command.ts';
import type { ConfigurationFile } from '../../configuration-file.ts';
import type { Reading, ResourceKind } from '../../resource-kind.ts';

type Entry = {
  readonly value: string;
  readonly status: SupportListStatus;
  readonly reason: string;
  readonly comments: string;
  /** ISO 8601; empty for an entry that stays. */
  readonly expires: string;
};
type SupportListContent = { readonly entity: SupportEntity; readonly entries: readonly Entry[] };

const COLUMNS = ['value', 'status', 'reason', 'comments', 'expires'] as const;
const PATH = /^support-lists\/(\w+)\.csv$/;

const sorted = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((left, right) => {
    const [a, b] = [supportKey(left.value), supportKey(right.value)];
    return a < b ? -1 : a > b ? 1 : 0;
  });

const standing = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  entity: SupportEntity,
): Promise<readonly Entry[]> => {
  const { environmentId, clock } = context;
  const head = (await listSupportLists(trx, environmentId)).find((list) => list.entity === entity);
  if (!head) return [];
  const entries = await readSupportEntries(trx, { environmentId, entity }, head.revision);
  const now = clock.now();
  return sorted(
    entries
      .filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now)
      .map(({ value, status, reason, comments, expiresAt }) => ({
        value,
        status,
        reason,
        comments,
        expires: expiresAt?.toISOString() ?? '',
      })),
  );
};

const PROBLEMS: Readonly<Record<SupportValueProblem, string>> = {
  empty: 'The row has no value.',
  tooLong: 'The value is too long.',
  unreadable: 'The value holds control characters.',
  notEmail: 'The value is no e-mail address.',
  notIpAddress: 'The value is no IP address.',
};

/** The entry of a row, or what is wrong with it. */
const entryOf = (entity: SupportEntity, cells: Readonly<Record<string, string>>): Entry | string => {
  const { value = '', status = '', reason = '', comments = '', expires = '' } = cells;
  const problem = supportValueProblem(entity, value.trim());
  if (problem !== null) return PROBLEMS[problem];
  const known = SUPPORT_STATUSES.find((each) => each.toLowerCase() === status.trim().toLowerCase());
  if (known === undefined) return `status is one of ${SUPPORT_STATUSES.join(', ')}, not “${status}”.`;
  const at = Date.parse(expires);
  if (expires.trim() !== '' && Number.isNaN(at)) return `expires is a date such as 2026-03-14T11:04:00Z, or empty.`;
  const instant = expires.trim() === '' ? '' : new Date(at).toISOString();
  return { value: value.trim(), status: known, reason, comments, expires: instant };
};

const readEntries = async (
  entity: SupportEntity,
  { path, text }: ConfigurationFile,
  { reportProblem }: Reading,
): Promise<readonly Entry[] | null> => {
  const { columns, rows: readRows, problems } = await readCsv(Readable.from([Buffer.from(text)]));
  for (const { line, message } of problems) reportProblem({ path, line, column: 1, message });
  const names = columns.map((column) => column.trim().toLowerCase());
  const missing = ['value', 'status'].filter((column) => !names.includes(column));
  if (missing.length > 0)
    reportProblem({ path, line: 1, column: 1, message: `There is no column ${missing.join(', ')}.` });
  const unknown = columns.filter((column) => !COLUMNS.some((each) => each === column.trim().toLowerCase()));
  if (unknown.length > 0) {
    reportProblem({ path, line: 1, column: 1, message: `${unknown.join(', ')}: no column of a support list.` });
  }
  if (problems.length + missing.length + unknown.length > 0) return null;
  const entries = new Map<string, Entry>();
  const rows = await everyRow({ rows: readRows });
  for (const [index, row] of rows.entries()) {
    const entry = entryOf(entity, Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell])));
    const key = typeof entry === 'string' ? null : supportKey(entry.value);
    if (typeof entry !== 'string' && key !== null && !entries.has(key)) entries.set(key, entry);
    else {
      const message = typeof entry === 'string' ? entry : 'An earlier row has the same value.';
      reportProblem({ path, line: index + 2, column: 1, message });
    }
  }
  return entries.size === rows.length ? [...entries.values()] : null;
};

/** What gives entries of one status, reason and expiry to many values at once. */
const changesOf = (entries: readonly Entry[]): readonly SupportChange[] =>
  [
    ...Map.groupBy(entries, ({ status, reason, comments, expires }) =>
      JSON.stringify([status, reason, comments, expires]),
    ).values(),
  ].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { status, reason, comments, expires } = first;
    const values = group.map(({ value }) => value);
    return [{ values, status, reason, comments, expiresAt: expires === '' ? null : expires, source: 'ListPage' }];
  });

/** The five support lists. A file stands for a whole list; entries that expired in the meantime are passed over. */
export const supportListKind: ResourceKind<SupportListContent> = {
  kind: 'supportList',
  capability: 'lists',
  writtenWith: ['supportListStatus'],
  isData: true,
  owns: (path) => PATH.test(path),
  nameOf: ({ entity }) => entity,
  filesOf: ({ entity, entries }) => [
    {
      path: `support-lists/${entity}.csv`,
      text: writeCsv(
        COLUMNS,
        sorted(entries).map((entry) => COLUMNS.map((column) => entry[column])),
        '\n',
      ),
    },
  ],
  read: async (file, reading) => {
    const named = PATH.exec(file.path)?.[1];
    const entity = SUPPORT_ENTITIES.find((each) => each === named);
    if (entity === undefined) {
      const message = `Support lists are ${SUPPORT_ENTITIES.map((each) => `${each}.csv`).join(', ')}.`;
      reading.reportProblem({ path: file.path, line: 0, column: 0, message });
      return null;
    }
    const entries = await readEntries(entity, file, reading);
    return entries && { content: { entity, entries }, placeOf: () => ({ path: file.path, line: 0, column: 0 }) };
  },
  add: (content, current) => {
    const there = new Set(current.entries.map(({ value }) => supportKey(value)));
    const added = content.entries.filter(({ value }) => !there.has(supportKey(value)));
    return { ...content, entries: sorted([...current.entries, ...added]) };
  },
  load: async (trx, context) => {
    const contents: SupportListContent[] = [];
    for (const entity of SUPPORT_ENTITIES) {
      const entries = await standing(trx, context, entity);
      if (entries.length > 0) contents.push({ entity, entries });
    }
    return contents;
  },
  put: async (trx, context, { entity, entries }) => {
    const before = await standing(trx, context, entity);
    const now = context.clock.now();
    const wanted = entries.filter(({ expires }) => expires === '' || Date.parse(expires) > now);
    const kept = new Set(wanted.map(({ value }) => supportKey(value)));
    const values = before.map(({ value }) => value).filter((value) => !kept.has(supportKey(value)));
    const gone: readonly SupportChange[] =
      values.length === 0
        ? []
        : [{ values, status: null, reason: '', comments: '', expiresAt: null, source: 'ListPage' }];
    for (const change of [...gone, ...changesOf(wanted)]) await changeSupportEntries(context, entity, change);
  },
  remove: async (_trx, context, { entity, entries }) => {
    const values = entries.map(({ value }) => value);
    const change = { values, status: null, reason: '', comments: '', expiresAt: null, source: 'ListPage' } as const;
    await changeSupportEntries(context, entity, change);
  },
};
