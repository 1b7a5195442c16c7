import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { retainedTable } from './retained-sums.ts';

const test = useDatabase();

const columnsOf = async (table: string): Promise<readonly string[]> =>
  (
    await test.asAdmin<{ column: string }>(
      `select concat(attname, ' ', format_type(atttypid, atttypmod), ' ', attnotnull) as column
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
  ).map(({ column }) => column);

// A rebuild copies whole rows: a migration that changes one of the two changes the other.
it('sums of removed events have the columns of the sums that they are part of', async () => {
  const tables = await test.asAdmin<{ name: string }>(
    `select relname as name from pg_class where relname like 'retained\\_%' and relkind = 'r' order by 1`,
  );
  const names = tables.map(({ name }) => name.slice(retainedTable('').length));
  expect(names).toContain('report_observation_day');
  for (const name of names) expect([name, await columnsOf(retainedTable(name))]).toEqual([name, await columnsOf(name)]);
});
