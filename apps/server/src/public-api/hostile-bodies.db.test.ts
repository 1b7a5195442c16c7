import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';

/** `HOSTILE_BODIES=10000` for the long version. */
const BODIES = Number(process.env.HOSTILE_BODIES ?? 400);
const SEED = 20_260_314;

const db = useDatabase();
let tenant: SceneTenant;
let running: PublicApp;
let authorization: string;
const callers = createCallers();

beforeEach(async () => {
  tenant = await createTenant(db.database);
  running = await createPublicApp(db.database, sceneClock(), callers.verify);
  authorization = callers.headerFor(applicationOf(tenant));
});
afterEach(() => running.close());

/** Fragments that have broken JSON services before. */
const nasty = fc.constantFrom(
  '1e400',
  '-0',
  '1E+2',
  '00',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"😀"',
  '""',
  '"4111111111111111"',
  '4111111111111111',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{}}}',
  '[[[[[[]]]]]]',
  '{"":{"":""}}',
  '[null]',
  'true',
  'null',
  '"2018-11-127T00:00:00Z"',
  '"9999-12-31T23:59:59.9999999Z"',
  '"0001-01-01T00:00:00+14:00"',
  '99999999999999999999',
  '"\\\\u0000"',
  `"${'x'.repeat(5000)}"`,
  '"a\\u0022b"',
  '{"a":1,"a":2,"A":3}',
  'NaN',
  '\u0001',
  '{',
  ']',
  '"',
);
const members = Object.keys(PURCHASE_SAMPLE);
const name = fc.oneof(
  fc.constantFrom(
    ...members,
    ...members.map((member) => member.toUpperCase()),
    '__proto__',
    'constructor',
    'toString',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const value = fc.oneof(nasty, fc.json({ maxDepth: 3 }));
/** A whole purchase with some members replaced by, or joined by, something hostile. */
const body = fc
  .tuple(fc.array(fc.tuple(name, value), { maxLength: 4 }), fc.uuid(), fc.boolean())
  .map(([hostile, id, isFull]) => {
    const base = isFull
      ? PURCHASE_SAMPLE
      : { merchantLocalDate: PURCHASE_SAMPLE.merchantLocalDate, _metadata: PURCHASE_SAMPLE._metadata };
    const whole = JSON.stringify({ ...base, purchaseId: id });
    return hostile.reduce((text, [key, json]) => `${text.slice(0, -1)},${JSON.stringify(key)}:${json}}`, whole);
  });
const bytes = fc.oneof(
  { weight: 8, arbitrary: body.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw)) },
  { weight: 1, arbitrary: body.chain((text) => fc.nat(text.length).map((end) => Buffer.from(text.slice(0, end)))) },
);

it('answers every body with 200, 400 or 413, stores exactly what it accepted, and all of it can be projected', async () => {
  const accepted = new Set<string>();
  const kinds = ['Purchase', 'PurchaseStatus', 'Chargeback', 'Label'] as const;
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('Purchase', 'Purchase', ...kinds), async (payload, kind) => {
      const response = await running.app.inject({
        method: 'POST',
        url: `/v1.0/MerchantServices/events/${kind}`,
        headers: { authorization, 'content-type': 'application/json', 'x-redoubt-mode': 'historical' },
        payload,
      });
      expect([200, 400, 413]).toContain(response.statusCode);
      const answer: { ErrorType?: string; resultDetails?: { PurchaseId?: string } } = response.json();
      if (response.statusCode !== 200) expect(answer.ErrorType).toBe('ClientError');
      else if (kind === 'Purchase') accepted.add(String(answer.resultDetails?.PurchaseId));
      expect(response.body).not.toContain('4111111111111111');
    }),
    { numRuns: BODIES, seed: SEED, endOnFailure: true },
  );
  expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
  await running.settled();
  await running.refusals();
  const [row] = await db.asAdmin<{ events: number; cards: number }>(
    `select count(*)::int as events, (select count(*)::int from refused_call where excerpt like '%4111111111111111%' or message like '%4111111111111111%') as cards
       from event_search where tenant_id = $1`,
    [tenant.tenantId],
  );
  expect(row).toEqual({ events: accepted.size, cards: 0 });
}, 300_000);
