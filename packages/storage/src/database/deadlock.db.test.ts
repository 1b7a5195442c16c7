import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

const test = useDatabase();

describe('two transactions that wait for each other', () => {
  it('one goes through, the other one is told to try again', async () => {
    const tenantId = newId();
    const bothHold = Promise.withResolvers<void>();
    let holding = 0;
    const lockBoth = (first: number, second: number): Promise<void> =>
      test.database.inTenant(tenantId, async (trx) => {
        await sql`select pg_advisory_xact_lock(${first}::int)`.execute(trx);
        holding += 1;
        if (holding === 2) bothHold.resolve();
        await bothHold.promise;
        await sql`select pg_advisory_xact_lock(${second}::int)`.execute(trx);
      });
    const results = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toMatchObject([{ code: 'REQ-OVERLOADED' }]);
  });
});
