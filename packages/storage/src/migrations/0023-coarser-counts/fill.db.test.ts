import { DECISIONS } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, newId } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase, useLog } from '@redoubt/testing/database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { LogEvent } from '../../log/log-event.ts';
import { fillCounts } from './fill.ts';

const test = useDatabase();
const running = useLog(test, { timeoutMs: 20_000 });
const tenantId = newId();
const START_MS = Date.UTC(2026, 2, 2);
const ENVIRONMENTS = [tenantId, newId()];

/** Every seventh minute one purchase, and of some a label or a status days later. */
const story = (number: number): readonly LogEvent[] => {
  const place = { tenantId, environmentId: ENVIRONMENTS[number % 2] ?? tenantId };
  const receivedAtMs = START_MS + number * 7 * MINUTE_MS;
  const purchase = aPurchase(
    place,
    { eventId: `p-${number}`, eventTimeMs: receivedAtMs, receivedAtMs },
    {
      decision: DECISIONS[number % DECISIONS.length] ?? 'Approve',
      rule: number % 3 === 0 ? 'Limits' : null,
      clause: number % 3 === 0 ? `High ${number % 2}` : null,
      currency: number % 5 === 0 ? 'SEK' : 'EUR',
      amount: number,
      riskScore: (number * 37) % 1000,
      session: { country: number % 4 === 0 ? 'DE' : 'FR', botScore: 950 },
    },
  );
  const about = (kind: 'label' | 'purchaseStatus', body: object, days: number) =>
    aRelatedEvent(
      place,
      kind,
      { purchaseId: `p-${number}`, body: { ...body } },
      { receivedAtMs: receivedAtMs + days * DAY_MS },
    );
  return [
    purchase,
    ...(number % 2 === 0 ? [about('label', { isFraud: number % 4 === 0 }, number % 3)] : []),
    ...(number % 5 === 0 ? [about('purchaseStatus', { statusType: 'Approved' }, 0)] : []),
  ];
};

const FILLED = { rollup_quarter: '', rollup_value_quarter: '', report_observation_day: 'dimension in (1, 2)' } as const;

const rowsOf = async (prefix: string): Promise<Readonly<Record<string, readonly string[]>>> => {
  const tables: Record<string, readonly string[]> = {};
  for (const [table, where] of Object.entries(FILLED)) {
    const rows = await test.asAdmin<{ row: string }>(
      `select to_jsonb(t)::text as row from ${prefix}${table} t ${where && `where ${where}`}`,
    );
    tables[table] = rows.map(({ row }) => row).toSorted();
  }
  return tables;
};

it('fills the same rows as the projectors keep, of events that there are and of removed ones', async () => {
  await running.store(Array.from({ length: 120 }, (_, number) => story(number)).flat());
  const kept = await rowsOf('');
  for (const table of Object.keys(FILLED)) expect(kept[table]?.length).toBeGreaterThan(8);
  for (const table of ['rollup_minute', 'rollup_value_minute', 'report_observation_day']) {
    await test.asAdmin(`insert into retained_${table} select * from ${table}`);
  }
  for (const prefix of ['', 'retained_']) {
    for (const [table, where] of Object.entries(FILLED))
      await test.asAdmin(`delete from ${prefix}${table} ${where && `where ${where}`}`);
  }
  const { socketDirectory: host, secrets } = test.server;
  const pool = new pg.Pool({ host, user: 'redoubt_owner', password: secrets.owner, database: test.name });
  const owner = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  await owner.transaction().execute(fillCounts);
  await owner.destroy();
  expect(await rowsOf('')).toEqual(kept);
  expect(await rowsOf('retained_')).toEqual(kept);
});
