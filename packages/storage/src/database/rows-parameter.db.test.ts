import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { failureKind } from '../log/failures.ts';
import { insertRows } from './insert-rows.ts';
import { arrayParameter, rowsParameter } from './rows-parameter.ts';

const test = useDatabase();

type Row = {
  readonly id: string;
  readonly small: number;
  readonly whole: number | null;
  readonly big: number | bigint | null;
  readonly yes: boolean;
  readonly share: number | null;
  readonly word: string | null | undefined;
  readonly at: number;
  readonly json: object | undefined;
  readonly list: readonly number[];
};
const COLUMNS = {
  id: 'uuid',
  small: 'int2',
  whole: 'int4',
  big: 'int8',
  yes: 'boolean',
  share: 'float8',
  word: 'text',
  at: 'timestamptz',
  json: 'jsonb',
  list: 'int4[]',
} as const;
const ROWS = rowsParameter<Row>(COLUMNS);

const plain: Row = {
  id: newId(),
  small: -32_768,
  whole: 2_147_483_647,
  big: -9_007_199_254_740_991,
  yes: true,
  share: 0.1,
  word: 'one',
  at: Date.UTC(2026, 2, 4, 12, 30, 0, 250),
  json: { a: ['x', null] },
  list: [3, -1],
};

const read = (rows: readonly Row[]) =>
  test.database.pools.ingest.query({
    text: `select x.id, x.small, x.whole, x.big::text as big, x.yes, x.share, x.word, x.at, x.json, x.list
             from (select ${ROWS.selected('x')} from ${ROWS.from('x')}) x`,
    values: ROWS.values(rows),
  });

const readBack = async (rows: readonly Row[]) => (await read(rows)).rows as readonly Record<string, unknown>[];

it('rows reach the server as they are, in their order', async () => {
  const other: Row = {
    id: newId(),
    small: 32_767,
    whole: null,
    big: -(2n ** 63n),
    yes: false,
    share: null,
    word: undefined,
    at: Date.parse('0001-01-01T00:00:00Z'),
    json: undefined,
    list: [],
  };
  const told: Row = {
    ...plain,
    word: '{"Æ", \\ 😀\n}',
    big: 2n ** 63n - 1n,
    at: Date.parse('9999-12-31T23:59:59.999Z'),
    share: -1e300,
  };
  const rows = await readBack([plain, other, told]);
  expect(rows).toMatchObject(
    [
      { ...plain, big: '-9007199254740991', at: new Date(plain.at) },
      { ...other, big: '-9223372036854775808', word: null, json: null },
      { ...told, big: '9223372036854775807', at: new Date(told.at) },
    ].map(({ at: _at, ...row }) => row),
  );
  const times = await test.database.pools.ingest.query<{ text: string }>({
    text: `select to_char(at, 'YYYY-MM-DD HH24:MI:SS.US') as text from unnest($1::timestamptz[]) as at`,
    values: [arrayParameter('timestamptz', [plain.at, other.at, told.at])],
  });
  expect(times.rows.map(({ text }) => text)).toEqual([
    '2026-03-04 12:30:00.250000',
    '0001-01-01 00:00:00.000000',
    '9999-12-31 23:59:59.999000',
  ]);
});

it('no rows are none, and a column of one value is read as often as it stands there', async () => {
  expect(await readBack([])).toEqual([]);
  const rows = await readBack([plain, { ...plain, small: 1 }, { ...plain, small: 2 }]);
  expect(rows.map(({ id, small }) => [id, small])).toEqual([
    [plain.id, -32_768],
    [plain.id, 1],
    [plain.id, 2],
  ]);
});

it('what a column cannot hold is refused as the database refuses it', () => {
  const refusalOf = (row: Partial<Row>): string => {
    try {
      ROWS.values([{ ...plain, ...row }]);
    } catch (error) {
      return failureKind(error);
    }
    return 'none';
  };
  expect(refusalOf({})).toBe('none');
  expect(refusalOf({ small: 32_768 })).toBe('data');
  expect(refusalOf({ whole: 1.5 })).toBe('data');
  expect(refusalOf({ whole: -2_147_483_649 })).toBe('data');
  expect(refusalOf({ big: 0.5 })).toBe('data');
  expect(refusalOf({ big: 2n ** 63n })).toBe('data');
  expect(refusalOf({ id: 'no GUID' })).toBe('data');
});

const INSERT = insertRows<Row>(
  'rows-test',
  'rows_test as r',
  COLUMNS,
  'on conflict (small) do update set whole = excluded.whole',
);

describe('an insert', () => {
  const stored = async (rows: readonly Row[]) => {
    const client = await test.database.pools.ingest.connect();
    try {
      await client.query(`create temporary table if not exists rows_test (id uuid, small int2 primary key, whole int4, big int8,
        yes boolean, share float8, word text, at timestamptz, json jsonb, list int4[])`);
      await client.query('delete from rows_test');
      await client.query(INSERT.statement(rows));
      const kept = await client.query(
        'select id, small, whole, big::text as big, yes, share, word, at, json, list from rows_test order by small',
      );
      return kept.rows as readonly Record<string, unknown>[];
    } finally {
      client.release();
    }
  };
  const other: Row = {
    id: newId(),
    small: 2,
    whole: null,
    big: 5n,
    yes: false,
    share: null,
    word: undefined,
    at: 0,
    json: undefined,
    list: [],
  };

  it.each<[string, readonly Row[]]>([
    ['of one row', [plain]],
    ['of rows that have nothing in common', [plain, other]],
    ['of rows that differ in one column', [plain, { ...plain, small: 7 }, { ...plain, small: 8 }]],
    ['of rows that have nothing in one column', [other, { ...other, small: 3, at: 5 }]],
  ])('%s stores what arrays of all columns would', async (_name, rows) => {
    expect(await stored(rows)).toEqual(
      (await readBack(rows)).toSorted((a, b) => Number(a['small']) - Number(b['small'])),
    );
  });

  it('is one statement for rows that have the same in common', () => {
    const { name, text } = INSERT.statement([plain, other]);
    expect(INSERT.statement([other, plain])).toMatchObject({ name, text });
    expect(INSERT.statement([plain]).name).not.toBe(name);
    expect(INSERT.statement([plain, { ...plain, small: 7 }]).text).not.toBe(text);
  });
});
