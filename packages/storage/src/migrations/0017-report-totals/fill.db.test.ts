import { DECISIONS } from '@redoubt/domain';
import { HOUR_MS, newId, seededRandom } from '@redoubt/kernel';
import { aPurchase, aRelatedEvent, useDatabase, useLog } from '@redoubt/testing/database';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { LogEvent } from '../../log/log-event.ts';
import { fillAnswers } from '../0034-report-answers/fill.ts';
import { fillTotals } from './fill.ts';

const test = useDatabase();
const running = useLog(test, { timeoutMs: 20_000 });
const tenantId = newId();
const START_MS = Date.UTC(2026, 2, 2);
const RULES = [newId(), newId()];

const random = seededRandom(103);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

const story = (number: number): readonly LogEvent[] => {
  const place = { tenantId, environmentId: oneOf([tenantId, RULES[0] ?? tenantId]) };
  const eventTimeMs = START_MS + Math.floor(random() * 50 * HOUR_MS);
  const decision = oneOf(DECISIONS);
  const purchase = aPurchase(
    place,
    { eventId: `p-${number}`, eventTimeMs, receivedAtMs: eventTimeMs },
    {
      decision,
      rule: oneOf([null, 'Limits']),
      clause: oneOf([null, 'High']),
      country: oneOf(['DE', null]),
      currency: oneOf(['EUR', 'SEK', null]),
      amount: Math.round(random() * 1e5) / 100,
      riskScore: oneOf([null, 0, 455, 999]),
      hits: RULES.filter(() => random() < 0.6).map((ruleId) => ({
        ruleId,
        clause: 'Wide',
        decision: random() < 0.5 ? decision : null,
      })),
      reportFields: { cardType: oneOf(['Visa', 'Amex']) },
      ...(random() < 0.3 && { control: { probability: 0.2, stopped: null } }),
    },
  );
  const about = (kind: 'label' | 'purchaseStatus' | 'bankEvent' | 'chargeback' | 'refund', body: object) =>
    aRelatedEvent(place, kind, { purchaseId: `p-${number}`, body: { ...body } }, { receivedAtMs: eventTimeMs });
  return [
    purchase,
    ...(random() < 0.5 ? [about('label', { isFraud: random() < 0.6 })] : []),
    ...(random() < 0.5 ? [about('purchaseStatus', { statusType: oneOf(['Approved', 'Rejected']) })] : []),
    ...(random() < 0.5 ? [about('bankEvent', { type: 'Auth', status: oneOf(['Approved', 'Declined']) })] : []),
    ...(random() < 0.2 ? [about('chargeback', { status: 'Inquiry' })] : []),
    ...(random() < 0.2 ? [about('refund', { status: 'Approved' })] : []),
  ];
};

const FILLED = ['report_total_hour', 'report_figure', 'report_hit_day', 'report_dimension_day'];
/** What 0034 fills besides; of removed events it is not known. */
const ARRIVED = 'report_chargeback_day';

const rowsOf = async (prefix: string): Promise<Readonly<Record<string, readonly string[]>>> => {
  const tables: Record<string, readonly string[]> = {};
  for (const table of prefix === '' ? [...FILLED, ARRIVED] : FILLED) {
    const rows = await test.asAdmin<{ row: string }>(`select to_jsonb(t)::text as row from ${prefix}${table} t`);
    tables[table] = rows.map(({ row }) => row).toSorted();
  }
  return tables;
};

it('fills the same rows as the projector keeps, of events that there are and of removed ones', async () => {
  await running.store(Array.from({ length: 120 }, (_, number) => story(number)).flat());
  const kept = await rowsOf('');
  for (const table of FILLED) expect(kept[table]?.length).toBeGreaterThan(20);
  for (const table of ['report_hour', 'report_day', 'report_dimension_day']) {
    await test.asAdmin(`insert into retained_${table} select * from ${table}`);
  }
  for (const prefix of ['', 'retained_']) {
    await test.asAdmin(`delete from ${prefix}report_dimension_day where dimension = 4`);
    for (const table of FILLED.slice(0, 3)) await test.asAdmin(`delete from ${prefix}${table}`);
  }
  const { socketDirectory: host, secrets } = test.server;
  const pool = new pg.Pool({ host, user: 'redoubt_owner', password: secrets.owner, database: test.name });
  const owner = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  await test.asAdmin(`delete from ${ARRIVED}`);
  await owner.transaction().execute(async (trx) => {
    await fillTotals(trx);
    await fillAnswers(trx);
  });
  await owner.destroy();
  expect(await rowsOf('')).toEqual(kept);
  const { [ARRIVED]: arrived, ...sums } = kept;
  expect(arrived?.length).toBeGreaterThan(5);
  expect(await rowsOf('retained_')).toEqual(sums);
});
