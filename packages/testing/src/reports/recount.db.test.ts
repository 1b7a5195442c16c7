import { DECISIONS } from '@redoubt/domain';
import { DAY_MS, newId, seededRandom } from '@redoubt/kernel';
import { createLog, startProjectors, type LogEvent, type PurchaseFacts } from '@redoubt/storage';
import { beforeAll, expect, it } from 'vitest';
import { aPurchase, aRelatedEvent, useDatabase } from '../database/index.ts';
import { recountReports } from './recount.ts';

const test = useDatabase();
const tenantId = newId();
const environments = [newId(), newId()];
const RULES = [newId(), newId(), newId()];
const START_MS = Date.UTC(2026, 2, 2);
const scope = { tenantId, environmentIds: environments, fromMs: START_MS + DAY_MS, toMs: START_MS + 2 * DAY_MS };

const random = seededRandom(16);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

/** Clauses of up to three rules; the last one may have decided, and one is of an action. */
const hitsOf = (): PurchaseFacts['hits'] => {
  const observed = RULES.filter(() => random() < 0.4).map((ruleId) => ({ ruleId, clause: 'Wide', decision: null }));
  const decisive = { ruleId: oneOf(RULES), clause: 'Deep', decision: oneOf(DECISIONS) };
  const mail = { ruleId: tenantId, clause: 'Mail', decision: null, action: true as const };
  return [...observed, ...(random() < 0.5 ? [decisive] : []), ...(random() < 0.2 ? [mail] : [])];
};

/** A purchase and what is said of it, some of it twice and some taken back. */
const story = (number: number): readonly LogEvent[] => {
  const place = { tenantId, environmentId: oneOf(environments) };
  const eventId = `p-${number}`;
  const eventTimeMs = START_MS + Math.floor(random() * 3 * DAY_MS);
  const rule = oneOf([null, 'Limits', 'Countries']);
  const said = (
    kind: Parameters<typeof aRelatedEvent>[1],
    body: Parameters<typeof aRelatedEvent>[2]['body'],
    id?: string,
  ) => {
    const atMs = eventTimeMs + Math.floor(random() ** 3 * 40 * DAY_MS);
    const merchantTimeStamp = new Date(atMs).toISOString();
    const about = { purchaseId: eventId, merchantTimeStamp, trackingId: newId(), body };
    return aRelatedEvent(place, kind, about, {
      receivedAtMs: atMs,
      eventTimeMs: atMs,
      ...(id === undefined ? {} : { eventId: id }),
    });
  };
  const isMissing = random() < 0.1;
  return [
    ...(isMissing
      ? []
      : [
          aPurchase(
            place,
            { eventId, eventTimeMs, receivedAtMs: eventTimeMs },
            {
              decision: oneOf(DECISIONS),
              rule,
              clause: rule === null ? null : oneOf(['High', 'Low']),
              country: oneOf(['DE', 'SE', null]),
              currency: oneOf(['EUR', 'JPY', null]),
              amount: Math.round(random() * 1e6) / 100,
              riskScore: oneOf([null, 0, 12, 455, 999]),
              hits: hitsOf(),
              ...(random() < 0.8 && {
                reportFields: { cardType: oneOf(['Visa', 'Amex']), ipCountry: oneOf(['DE', 'NG']) },
              }),
            },
          ),
        ]),
    ...(random() < 0.5 ? [said('label', { isFraud: true })] : []),
    ...(random() < 0.3 ? [said('label', { labelState: oneOf(['Accepted', 'Reversed', 'FalsePositive']) })] : []),
    ...(random() < 0.6 ? [said('purchaseStatus', { statusType: 'Pending' })] : []),
    ...(random() < 0.6 ? [said('purchaseStatus', { statusType: oneOf(['Approved', 'Rejected']) })] : []),
    ...(random() < 0.5 ? [said('bankEvent', { type: 'Auth', status: 'Declined' }, `${eventId}-a`)] : []),
    ...(random() < 0.5 ? [said('bankEvent', { type: 'Charge', status: 'Approved' }, `${eventId}-c`)] : []),
    ...(random() < 0.2 ? [said('chargeback', { status: oneOf(['Inquiry', 'Reversed']) }, `${eventId}-b`)] : []),
    ...(random() < 0.2 ? [said('bankEvent', { type: 'Auth', status: 'Approved' }, `${eventId}-d`)] : []),
    ...(random() < 0.2 ? [said('refund', { status: oneOf(['Approved', 'Declined']) }, `${eventId}-r`)] : []),
  ];
};

beforeAll(async () => {
  const log = createLog(test.database, { timeoutMs: 20_000 });
  const projectors = startProjectors(test.database, log);
  const events = Array.from({ length: 150 }, (_, number) => story(number)).flat();
  const shuffled = events.map((event) => ({ event, at: random() })).toSorted((a, b) => a.at - b.at);
  await Promise.all(shuffled.map(({ event }) => log.append(event)));
  await projectors.caughtUp();
  await projectors.close();
  await log.close();
});

it('every figure of a day is the one that other code counts from the log', async () => {
  const { figures, events, differences } = await recountReports(test.database, scope);
  expect(events).toBeGreaterThan(30);
  expect(figures).toBeGreaterThan(500);
  expect(differences).toEqual([]);
});

it('one that is wrong is named', async () => {
  await test.asAdmin(
    `update report_dimension_day set events = events + 1 where ctid = (
       select ctid from report_dimension_day where tenant_id = $1 and day = $2 and dimension = 4 and decision = 1 limit 1)`,
    [tenantId, new Date(scope.fromMs)],
  );
  const { differences } = await recountReports(test.database, scope);
  const all = differences.filter(({ by, measure }) => by === null && measure === 'rejected');
  // In all, and on its day.
  expect(all).toMatchObject([
    { unit: 'events', barMs: null },
    { unit: 'events', barMs: scope.fromMs },
  ]);
  expect(all.map(({ reported, recounted }) => reported - recounted)).toEqual([1, 1]);
});

it('one of a rule that filters narrow is named', async () => {
  await test.asAdmin(
    `update report_dimension_day set events = events + 1 where ctid = (
       select ctid from report_dimension_day where tenant_id = $1 and day = $2 and dimension = 3 and bank > 0 limit 1)`,
    [tenantId, new Date(scope.fromMs)],
  );
  const { differences } = await recountReports(test.database, scope);
  const narrowed = differences.filter(({ by, value }) => by === 'narrowed' && value?.includes('"bank"'));
  expect(narrowed).toContainEqual(expect.objectContaining({ measure: 'hits' }));
});

it('one of observations is named', async () => {
  await test.asAdmin(
    `update report_observation_day set events = events + 1 where ctid = (
       select ctid from report_observation_day where tenant_id = $1 and day = $2 and dimension = 1 limit 1)`,
    [tenantId, new Date(scope.fromMs)],
  );
  const { differences } = await recountReports(test.database, scope);
  expect(differences).toContainEqual(expect.objectContaining({ by: 'observations', value: 'null null' }));
});

it('one of a rule and one of two rules that overlap are named', async () => {
  await test.asAdmin(
    `update report_hit_day set events = events + 1 where ctid = (
       select ctid from report_hit_day where tenant_id = $1 and day = $2 and dimension = 3 and decided limit 1)`,
    [tenantId, new Date(scope.fromMs)],
  );
  await test.asAdmin(
    `update report_overlap_day set events = events + 1 where ctid = (
       select ctid from report_overlap_day where tenant_id = $1 and day = $2 limit 1)`,
    [tenantId, new Date(scope.fromMs)],
  );
  const { differences } = await recountReports(test.database, scope);
  expect(differences).toContainEqual(expect.objectContaining({ by: 'rules', measure: 'decided' }));
  expect(differences).toContainEqual(expect.objectContaining({ by: 'overlaps', measure: 'hits' }));
});

it('one of the day on which chargebacks arrived, and what the bank said of a rule, are named', async () => {
  await test.asAdmin(
    `update report_chargeback_day set events = events + 1 where ctid = (
       select ctid from report_chargeback_day where tenant_id = $1 limit 1)`,
    [tenantId],
  );
  await test.asAdmin(
    `update report_hit_day set bank_declined = bank_declined + 1 where ctid = (
       select ctid from report_hit_day where tenant_id = $1 and day = $2 and dimension = 3 limit 1)`,
    [tenantId, new Date(scope.fromMs)],
  );
  const later = { ...scope, fromMs: START_MS, toMs: START_MS + 60 * DAY_MS };
  const { differences } = await recountReports(test.database, later);
  expect(differences).toContainEqual(expect.objectContaining({ by: 'arrivals', measure: 'chargebacks' }));
  expect(differences).toContainEqual(expect.objectContaining({ by: 'rules', measure: 'bankDeclined' }));
});

it('one of the day on which labels arrived, and one of an hour, are named', async () => {
  await test.asAdmin(
    `update report_label_day set events = events + 1 where ctid = (
       select ctid from report_label_day where tenant_id = $1 and day = $2 and label_after = 0 and label > 0 limit 1)`,
    [tenantId, new Date(scope.fromMs)],
  );
  await test.asAdmin(
    `update report_total_hour set events = events + 1 where ctid = (
       select ctid from report_total_hour where tenant_id = $1 and hour >= $2 and hour < $3 limit 1)`,
    [tenantId, new Date(scope.fromMs), new Date(scope.toMs)],
  );
  const { differences } = await recountReports(test.database, scope);
  const labels = differences.filter(({ by, measure }) => by === 'arrivals' && measure !== 'chargebacks');
  expect(labels).toMatchObject([{ unit: 'events' }]);
  expect(differences.some(({ by, measure }) => by === 'environment' && measure === 'events')).toBe(true);
});
