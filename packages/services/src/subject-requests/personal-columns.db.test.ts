import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { OTHER_COLUMNS } from './other-columns.ts';
import { PERSONAL_COLUMNS, STAFF_COLUMN_NAMES, STAFF_COLUMNS } from './personal-columns.ts';

const test = useDatabase();

/** Tables without data of a tenant: the migrations themselves, and what nodes only try writing with. */
const NO_DATA = ['schema_migration', 'schema_migration_lock', 'write_probe'];
/** Types whose values say nothing of a person by themselves: ids, numbers, times, yes and no. */
const BARE = /^(?:uuid|bigint|integer|smallint|boolean|double precision|real|numeric|date|timestamp.*)(?:\[\])?$/;
/** What a column that holds a person is usually called. */
const TELLING =
  /(?:^|_)(?:e?mail|ip|phone|address|birth|street|card|fingerprint|user_id|user_name|last_name|body|payload)(?:$|_)/;

const words = (text: string): readonly string[] => text.split(/\s+/);

const schema = async (): Promise<readonly string[]> => {
  const rows = await test.asAdmin<{ name: string; type: string }>(
    `select concat(c.relname, '.', a.attname) as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all ($1) and a.attnum > 0 and not a.attisdropped`,
    [NO_DATA],
  );
  return rows.flatMap(({ name, type }) => (BARE.test(type) ? [] : [name]));
};

const others = Object.entries(OTHER_COLUMNS).flatMap(([table, columns]) =>
  words(columns).map((each) => `${table}.${each}`),
);
const personal = PERSONAL_COLUMNS.flatMap(({ columns }) => words(columns));
const isStaff = (column: string): boolean => STAFF_COLUMN_NAMES.has(column.slice(column.indexOf('.') + 1));

it('every column of text, JSON or bytes is declared personal or not, once', async () => {
  const declared = [...personal, ...STAFF_COLUMNS, ...others];
  expect(declared.filter((column, at) => declared.indexOf(column) !== at)).toEqual([]);
  const known = new Set(declared);
  const columns = await schema();
  // A new one: say in personal-columns.ts what an export and an erasure do with it, or add it to other-columns.ts.
  expect(columns.filter((column) => !known.has(column) && !isStaff(column))).toEqual([]);
  const there = new Set(columns);
  expect(declared.filter((column) => !there.has(column))).toEqual([]);
});

it('what is left out of an export, or kept, says why', () => {
  const silent = PERSONAL_COLUMNS.filter(
    ({ export: section, erasure, reason }) => (section === null || erasure === 'kept') && !reason,
  );
  expect(silent).toEqual([]);
});

it('no column that is called like something personal is declared to be none', () => {
  // Of the message to another system: figures of an alert. Of an environment: how bodies of requests are taken.
  const figures = ['webhook.body', 'environment.body_mode', 'event_identity.body_hash'];
  expect(
    others.filter((column) => TELLING.test(column.slice(column.indexOf('.') + 1)) && !figures.includes(column)),
  ).toEqual([]);
});
