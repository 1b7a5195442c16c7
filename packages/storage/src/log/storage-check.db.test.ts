import { useDatabase } from '@redoubt/testing/database';
import { afterEach, describe, expect, it } from 'vitest';
import { createStorageCheck } from './storage-check.ts';

const test = useDatabase();
const AGAIN = 0;

afterEach(async () => {
  await test.asAdmin('drop trigger if exists full_disk on write_probe');
});

/** PostgreSQL's own words and code for a disk without room. */
const fillDisk = async (): Promise<void> => {
  await test.asAdmin(`create or replace function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`);
  await test.asAdmin('create trigger full_disk before insert on write_probe execute function full_disk()');
};

const sizeOnDisk = async (): Promise<number> => {
  const [row] = await test.asAdmin<{ bytes: number }>(`select pg_total_relation_size('write_probe')::int as bytes`);
  return row?.bytes ?? 0;
};

describe('the check that events can be stored', () => {
  it('writes and commits, into new blocks each time, and leaves one row behind', async () => {
    const check = createStorageCheck(test.database, AGAIN);
    expect(await check()).toEqual([]);
    const size = await sizeOnDisk();
    expect(size).toBeGreaterThan(128 * 1024);
    const [before] = await test.asAdmin<{ file: string }>(`select pg_relation_filepath('write_probe') as file`);
    expect(await check()).toEqual([]);
    const [after] = await test.asAdmin<{ file: string }>(`select pg_relation_filepath('write_probe') as file`);
    expect(after).not.toEqual(before);
    expect(await sizeOnDisk()).toBe(size);
  });

  it('says what the database says where that takes nothing, and that it does again', async () => {
    const check = createStorageCheck(test.database, AGAIN);
    await fillDisk();
    expect(await check()).toEqual([expect.stringMatching(/^Nothing can be stored: .*No space left on device\.$/)]);
    await test.asAdmin('drop trigger full_disk on write_probe');
    expect(await check()).toEqual([]);
  });

  it('tries once for all who ask within some seconds', async () => {
    const check = createStorageCheck(test.database);
    expect(await Promise.all([check(), check()])).toEqual([[], []]);
    await fillDisk();
    expect(await check()).toEqual([]);
  });

  it('keeps its answer while another session holds the table, as a dump does', async () => {
    const check = createStorageCheck(test.database, AGAIN);
    const holding = test.asAdmin('begin; lock table write_probe in access share mode; select pg_sleep(1.5)');
    await expect
      .poll(async () => (await test.asAdmin(`select 1 from pg_locks where relation = 'write_probe'::regclass`)).length)
      .toBe(1);
    expect(await check()).toEqual([]);
    await holding;
  });

  it('names a month without a partition', async () => {
    const [month] = await test.asAdmin<{ name: string }>(
      `select to_char((now() at time zone 'UTC') + interval '1 month', 'YYYY_MM') as name`,
    );
    await test.asAdmin(`drop table segment_${month?.name}`);
    expect(await createStorageCheck(test.database, AGAIN)()).toEqual([
      `The log has no partition for ${month?.name.replace('_', '-')}.`,
    ]);
  });
});
