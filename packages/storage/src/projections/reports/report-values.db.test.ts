import { newId, type Id } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { asIngest } from '../../log/read-log.ts';
import { loadValueCodes } from './report-values.ts';

const test = useDatabase();
let tenantId: Id;
let read = 0;

beforeEach(() => {
  tenantId = newId();
  read = 0;
});

/** A client that counts the rows it reads. */
const counting = (client: pg.PoolClient): pg.ClientBase =>
  new Proxy(client, {
    get: (target, name) =>
      name === 'query'
        ? async (text: string | pg.QueryConfig, values?: unknown[]) => {
            const result = await target.query(text, values);
            read += result.rows.length;
            return result;
          }
        : (Reflect.get(target, name) as unknown),
  });

/** Numbers that texts of the tenant get. */
const codesOf = (texts: readonly string[]): Promise<readonly number[]> =>
  asIngest(test.database.pools.ingest, [tenantId], async (client) => {
    const codes = await loadValueCodes(counting(client), (wanted) => texts.forEach(wanted(tenantId)));
    return texts.map(codes(tenantId));
  });

const firstOf = (text: string): number =>
  (createHash('sha256').update(text).digest().readUInt32BE() % (2 ** 31 - 1)) + 1;

const put = (code: number, value: string) =>
  test.asAdmin('insert into report_value (tenant_id, code, value) values ($1, $2, $3)', [tenantId, code, value]);

it('a text keeps its number, and the empty one has none', async () => {
  const [first] = await codesOf(['DK', '']);
  expect(first).toBe(firstOf('DK'));
  expect(await codesOf(['DK', '', 'SE'])).toEqual([first, 0, firstOf('SE')]);
});

it('a text whose number is taken gets the next free one', async () => {
  await put(firstOf('DK'), 'another');
  await put(firstOf('DK') + 1, 'and another');
  expect(await codesOf(['DK', 'another'])).toEqual([firstOf('DK') + 2, firstOf('DK')]);
  expect(await codesOf(['DK'])).toEqual([firstOf('DK') + 2]);
});

it('a new text does not read the numbers of all others', async () => {
  await test.asAdmin(
    `insert into report_value (tenant_id, code, value) select $1, n, 'value ' || n from generate_series(1, 5000) n`,
    [tenantId],
  );
  const wanted = ['new text', 'value 7'];
  expect(await codesOf(wanted)).toEqual([firstOf('new text'), 7]);
  expect(read).toBe(1);
});
