import { REPORT_TABLES } from '../reports/copy-day.ts';
import { SEARCH_TABLES } from '../search/copy-search-day.ts';

/** What events of the log leave in a table, and what of it differs from one copy to the next. */
export type GrownTable = {
  readonly table: string;
  readonly part: GrownPart;
  /** Moments, which move by whole days. */
  readonly times: readonly string[];
  /** Ids of events, which get the number of the copy. */
  readonly ids: readonly string[];
  /** Values that lead to events; nine of ten get the number of the copy, so that customers become more, not only busier. */
  readonly values?: readonly string[];
  /** Which rows of the table hold such values; all where it is left out. */
  readonly valuesWhere?: string;
  /** Rows are few: their indexes need not be made anew. */
  readonly keepsIndexes?: true;
};

export const GROWN_PARTS = ['log', 'search', 'reports'] as const;
export type GrownPart = (typeof GROWN_PARTS)[number];

/** Columns that name a place in the log, and the batch of a commit. */
export const POSITION_COLUMNS: readonly string[] = ['position', 'first_position'];
export const BATCH_COLUMN = 'batch_id';

/** A value and one in ten of those that come back in every copy. */
export const COMES_BACK = (column: string): string => `hashtext(${column}) % 10 = 0`;

const LOG: readonly GrownTable[] = [
  { table: 'commit_batch', part: 'log', times: ['committed_at'], ids: [], keepsIndexes: true },
  { table: 'segment', part: 'log', times: ['committed_at'], ids: [], keepsIndexes: true },
  { table: 'event_identity', part: 'log', times: [], ids: ['event_id'] },
];

const VALUES: Readonly<Record<string, Pick<GrownTable, 'values' | 'valuesWhere'>>> = {
  event_search: { values: ['email', 'user_id', 'ip_address', 'device_id', 'payment_instrument_id'] },
  // E-mail, user, address, device and payment instrument; names, card starts and rules are shared by many.
  event_link: { values: ['value'], valuesWhere: 'attribute <= 5' },
};

/** Every table that grows with the events stored, the log first. Cases and linked values do not: they stay those of the first copy. */
export const GROWN_TABLES: readonly GrownTable[] = [
  ...LOG,
  ...SEARCH_TABLES.map((each): GrownTable => ({ ...each, part: 'search', ...VALUES[each.table] })),
  ...REPORT_TABLES.map(({ table, time, ids = [] }): GrownTable => ({ table, part: 'reports', times: [time], ids })),
];
