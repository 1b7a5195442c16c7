import { newId } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase } from '@redoubt/testing/database';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { asIngest } from '../log/read-log.ts';
import { startProjectors } from '../projections/runner/projectors.ts';
import { reportsProjector } from '../projections/reports/reports.projector.ts';

const test = useDatabase();
const mine = newId();
const theirs = newId();

const addTenant = (tenantId: string, name: string) =>
  test.database.inTenant(tenantId, (trx) => trx.insertInto('tenant').values({ tenant_id: tenantId, name }).execute());

beforeAll(async () => {
  await addTenant(mine, 'Mine');
  await addTenant(theirs, 'Theirs');
});

describe('row-level security on the server’s own pools', () => {
  it('shows a tenant nothing of another, even to a query without any condition', async () => {
    const rows = await test.database.inTenant(mine, (trx) => trx.selectFrom('tenant').select('name').execute());
    expect(rows).toEqual([{ name: 'Mine' }]);
    const read = await test.database.readTenant(mine, (trx) => trx.selectFrom('tenant').select('name').execute());
    expect(read).toEqual([{ name: 'Mine' }]);
  });

  it('shows nothing at all where no tenant was set, also after a transaction that had one', async () => {
    await test.database.inTenant(mine, (trx) => trx.selectFrom('tenant').selectAll().execute());
    expect((await test.database.pools.app.query('select * from tenant')).rows).toEqual([]);
    expect((await test.database.pools.reports.query('select * from tenant')).rows).toEqual([]);
  });

  it('refuses a row written for another tenant', async () => {
    const write = test.database.inTenant(mine, (trx) =>
      trx
        .insertInto('plan_head')
        .values({ tenant_id: theirs, version: 1, changed_at: new Date(0) })
        .execute(),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  it('keeps every table of the log and its projections apart, for both runtime roles', async () => {
    const log = createLog(test.database, { timeoutMs: 20_000 });
    const projectors = startProjectors(test.database, log);
    for (const tenantId of [mine, theirs]) {
      const place = { tenantId, environmentId: newId() };
      const hits = [{ ruleId: newId(), clause: 'c', decision: null }];
      await log.append(aPurchase(place, { eventId: 'p' }, { hits, session: { country: 'DE', botScore: 950 } }));
      await log.append(aRelatedEvent(place, 'label', { purchaseId: 'p', body: { isFraud: true } }));
      await log.append(aRelatedEvent(place, 'chargeback', { purchaseId: 'p', body: { status: 'Accepted' } }));
    }
    await projectors.caughtUp();
    await projectors.close();
    await log.close();
    const app = [
      'segment',
      'event_search',
      'event_link',
      'related_event',
      'rollup_minute',
      'rule_hit_minute',
      'rollup_value_minute',
      'rollup_quarter',
      'rollup_value_quarter',
      ...reportsProjector.tables,
    ];
    for (const table of app) {
      const seen = await test.database.readTenant(mine, (trx) =>
        sql<{ id: string }>`select distinct tenant_id as id from ${sql.table(table)}`.execute(trx),
      );
      expect([table, seen.rows]).toEqual([table, [{ id: mine }]]);
      expect((await test.database.pools.app.query(`select * from ${table}`)).rows).toEqual([]);
    }
    for (const table of [...app, 'event_identity']) {
      const seen = await asIngest(test.database.pools.ingest, [theirs], (client) =>
        client.query<{ id: string }>(`select distinct tenant_id as id from ${table}`),
      );
      expect([table, seen.rows]).toEqual([table, [{ id: theirs }]]);
      expect((await test.database.pools.ingest.query(`select * from ${table}`)).rows).toEqual([]);
    }
  });

  it('refuses the app role any write to the log and its projections', async () => {
    for (const table of [
      'segment',
      'event_search',
      'event_link',
      'related_event',
      'report_day',
      'report_event',
      'commit_batch',
    ]) {
      const write = test.database.inTenant(mine, (trx) => sql`delete from ${sql.table(table)}`.execute(trx));
      await expect(write).rejects.toThrow(/permission denied/);
    }
  });

  it('covers every table that names a tenant', async () => {
    const open = await test.asAdmin<{ table: string }>(
      `select c.relname as table from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
  });

  it('grants the runtime roles nothing on a partition, which would lack the policies of its table', async () => {
    const granted = await test.asAdmin(
      `select c.relname from pg_class c
        where c.relispartition and (has_table_privilege('redoubt_app', c.oid, 'select, insert, update, delete')
           or has_table_privilege('redoubt_ingest', c.oid, 'select, insert, update, delete'))`,
    );
    expect(granted).toEqual([]);
  });
});
