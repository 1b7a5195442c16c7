import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CARD_NUMBER, HOSTILE_BODIES, HOSTILE_SEED, hostileBytes } from '../testing/hostile.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

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

const { merchantLocalDate, _metadata } = PURCHASE_SAMPLE;
const statusDate = '2026-03-14T10:24:02.000Z';

/** Endpoint → good bodies to spoil. */
const ENDPOINTS = {
  Purchase: [PURCHASE_SAMPLE, { merchantLocalDate, _metadata }],
  PurchaseStatus: [{ purchaseId: 'p', statusType: 'Approved', statusDate, reason: 'x', _metadata }],
  Chargeback: [{ chargebackId: 'c', purchaseId: 'p', reason: '10.4', status: 'Accepted', amount: 1.5, _metadata }],
  Label: [
    { labelObjectType: 'Purchase', labelObjectId: 'p', labelSource: 'ManualReview', labelState: 'Fraud', _metadata },
  ],
} as const;
const CASES = Object.entries(ENDPOINTS).map(([name, bases]) => ({
  name,
  members: bases.flatMap((base) => Object.keys(base)),
  bases: bases.map((base) => JSON.stringify(base)),
}));

/** A purchase is stored once an id; each gets its own. */
const withPurchaseId = (base: string, id: string): string =>
  JSON.stringify({ ...(JSON.parse(base) as object), purchaseId: id });

it.each(CASES)(
  '$name answers every body with 200, 400 or 413, stores exactly what it accepted, and all of it can be projected',
  async ({ name, members, bases }) => {
    const purchases = new Set<string>();
    let observations = 0;
    await fc.assert(
      fc.asyncProperty(hostileBytes(members, bases, withPurchaseId), async (payload) => {
        const response = await running.app.inject({
          method: 'POST',
          url: `/v1.0/MerchantServices/events/${name}`,
          headers: { authorization, 'content-type': 'application/json', 'x-redoubt-mode': 'historical' },
          payload,
        });
        expect([200, 400, 413]).toContain(response.statusCode);
        const answer: { ErrorType?: string; resultDetails?: { PurchaseId?: string } } = response.json();
        if (response.statusCode !== 200) expect(answer.ErrorType).toBe('ClientError');
        else if (name === 'Purchase') purchases.add(String(answer.resultDetails?.PurchaseId));
        else observations += 1;
        expect(response.body).not.toContain(CARD_NUMBER);
      }),
      { numRuns: HOSTILE_BODIES, seed: HOSTILE_SEED, endOnFailure: true },
    );
    expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
    await running.settled();
    await running.refusals();
    const [row] = await db.asAdmin<{ stored: number; found: number; cards: number }>(
      `select (select coalesce(sum(event_count), 0)::int from segment where tenant_id = $1) as stored,
              (select count(*)::int from event_search where tenant_id = $1) as found,
              (select count(*)::int from refused_call
                where excerpt like '%${CARD_NUMBER}%' or message like '%${CARD_NUMBER}%') as cards`,
      [tenant.tenantId],
    );
    expect(row).toEqual({ stored: purchases.size + observations, found: purchases.size, cards: 0 });
  },
  1_200_000,
);
