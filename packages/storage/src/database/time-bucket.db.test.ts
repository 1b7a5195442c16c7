import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { timeBucket } from './time-bucket.ts';

const test = useDatabase();

it('puts a microsecond before a border into the bucket before, in the year 2099 too', async () => {
  for (const [origin, bucketMs] of [
    ['1999-12-31T23:59:00Z', 60_000],
    ['2026-11-29T00:00:00Z', 900_000],
    ['2099-06-30T12:00:00Z', 86_400_000],
  ] as const) {
    const bucket = timeBucket('at', Date.parse(origin), bucketMs);
    const { rows } = await test.database.inTenant(newId(), (trx) =>
      sql<{ n: number; before: number; border: number }>`
        with border as (
          select n, ${origin}::timestamptz + n * ${bucketMs}::float8 * interval '1 millisecond' as at from generate_series(0, 2000) n
        ),
        held as (select n, ${bucket} as border from border),
        just as (select n, ${bucket} as before from (select n, at - interval '1 microsecond' as at from border) b)
        select n, before, border from held join just using (n)
         where border <> n or before <> n - 1`.execute(trx),
    );
    expect(rows).toEqual([]);
  }
});
