import { DECISIONS, PURCHASE_SAMPLE, type Decision } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it, vi } from 'vitest';
import { setRuleActive } from '../rules/change-rule.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { tryOnHistory } from '../testing/whole-history.ts';
import { startBackfills } from '../testing/jobs.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { getVelocityHistory } from '../velocities/velocity-history.query.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';
import type { BacktestRequest } from './prepare-backtest.ts';

// Backtests and backfills start threads, which takes seconds on a machine that does much else.
vi.setConfig({ testTimeout: 180_000 });

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const BY_USER = 'GROUPBY @"user.userId"';
const clausesOf = (codes: readonly string[]) =>
  codes.map((code, index) => ({ id: newId(), name: `Clause ${index + 1}`, code }));

const publishSet = async (codes: readonly string[], start: 'fromNow' | 'withHistory' = 'fromNow') => {
  const context = scene.contextIn('Root');
  const name = `Set ${newId()}`;
  const velocities = codes.map((code) => ({ id: newId(), code }));
  const text = { condition: '', velocities, sampleEvent: 'purchase', samplePayload: {} } as const;
  const set = await createVelocitySet(context, { name, description: '', text });
  const input = { version: set.version, name, description: '', active: true, note: '', overwrite: false } as const;
  await publishVelocitySet(context, set.id, { ...input, start });
  return set.id;
};

/** Publishes a rule; gives its id and a way to switch it off. */
const publish = async (clauses: ReturnType<typeof clausesOf>, environment = 'Root') => {
  const context = scene.contextIn(environment);
  const name = `Rule ${newId()}`;
  const text = { condition: '', clauses, samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  const published = await publishRule(context, 'purchase', rule.id, input);
  return {
    id: rule.id,
    switchOff: () => setRuleActive(context, 'purchase', rule.id, { version: published.version, active: false }),
  };
};

/** Sends a purchase of now; gives its id and the clause that decided it. */
const buy = async (changes: JsonObject, environment = 'Root') => {
  const purchaseId = newId();
  const body = {
    ...PURCHASE_SAMPLE,
    currency: 'EUR',
    _metadata: metadataNow(scene.clock),
    ...changes,
    purchaseId,
  };
  const answer = JSON.parse(await merchant.send(environment, 'purchase', body)) as {
    resultDetails: { MerchantRuleDecision: Decision; MerchantRuleReason?: string };
  };
  const { MerchantRuleDecision: decision, MerchantRuleReason: reason } = answer.resultDetails;
  return { purchaseId, decision, reason: reason ?? null };
};

const run = (clauses: ReturnType<typeof clausesOf>, changes: Partial<BacktestRequest> = {}) =>
  tryOnHistory(test.database, scene, { text: { condition: '', clauses }, ...changes });

/** Reasons of decisions by event, of those that a backtest shows. */
const shownReasons = (result: Awaited<ReturnType<typeof run>>): ReadonlyMap<string, string | null> =>
  new Map(result.changes.flatMap(({ samples }) => samples.map(({ eventId, reason }) => [eventId, reason])));

useMerchant(test, (made) => ({ scene, merchant } = made));

describe('a backtest of a rule that reads velocities', () => {
  it('decides every event as it was decided live, those that came at once included', async () => {
    await publishSet([
      `SELECT Count() AS tries FROM Purchase ${BY_USER}`,
      `SELECT Sum(@"totalAmount") AS spent FROM Purchase ${BY_USER}`,
      'SELECT Count() AS reversed FROM Purchase:Chargeback GROUPBY @"purchase.user.userId"',
    ]);
    const user = '@"user.userId"';
    const shown = `Velocity.tries(${user}, 1h) + "/" + Velocity.spent(${user}, 2d) + "/" + Velocity.reversed(${user}, 7d)`;
    const clauses = clausesOf([
      `RETURN Reject(${shown}) WHEN Velocity.tries(${user}, 1h) > 2`,
      `RETURN Review(${shown}) WHEN Velocity.spent(${user}, 2d) > 30`,
      `RETURN Challenge("sms", ${shown}) WHEN Velocity.reversed(${user}, 7d) > 0`,
    ]);
    const rule = await publish(clauses);
    const live: Awaited<ReturnType<typeof buy>>[] = [];
    for (let round = 0; round < 5; round += 1) {
      scene.clock.advance(17 * 60_000);
      const together = Array.from({ length: 9 }, (_, index) =>
        buy({ totalAmount: 7.5 + index, user: { userId: `u${index % 4}` } }, index % 3 === 0 ? 'Child' : 'Root'),
      );
      const bought = await Promise.all(together);
      live.push(...bought);
      const chargeback = { chargebackId: newId(), purchaseId: bought[round]?.purchaseId ?? '' };
      await merchant.send('Root', 'chargeback', { ...chargeback, amount: 5, currency: 'EUR' });
    }
    const unchanged = await run(clauses, { ruleId: rule.id });
    expect(unchanged).toMatchObject({ events: live.length, changes: [], unknown: [] });
    expect(unchanged.before).toEqual(unchanged.after);
    await rule.switchOff();
    const result = await run(clauses, { ruleId: rule.id });
    expect(result.after).toEqual(unchanged.after);
    expect(result).toMatchObject({ events: live.length, unknown: [], errors: { events: 0 } });
    expect(result.before.Approve.events).toBe(live.length);
    for (const decision of DECISIONS) {
      expect(result.after[decision].events).toBe(live.filter((event) => event.decision === decision).length);
    }
    const reasons = shownReasons(result);
    expect(reasons.size).toBeGreaterThanOrEqual(20);
    const reasonsLive = live.filter(({ purchaseId }) => reasons.has(purchaseId));
    expect(reasons).toEqual(new Map(reasonsLive.map(({ purchaseId, reason }) => [purchaseId, reason])));
  });

  it('counts what came before its period, and reads windows that no rule ever read', async () => {
    await publishSet([`SELECT Count() AS tries FROM Purchase ${BY_USER}`]);
    for (let at = 0; at < 3; at += 1) {
      await buy({ user: { userId: 'u1' } });
      scene.clock.advance(DAY_MS);
    }
    const from = new Date(scene.clock.now());
    const last = await buy({ user: { userId: 'u1' } });
    const result = await run(clausesOf(['RETURN Reject("after " + Velocity.tries(@"user.userId", 5d))']), { from });
    expect(result).toMatchObject({ events: 1, unknown: [] });
    expect(shownReasons(result)).toEqual(new Map([[last.purchaseId, 'after 3']]));
  });

  it('says for how many events a velocity was not counted yet, and does not guess it', async () => {
    await buy({ user: { userId: 'u1' } });
    await buy({ user: { userId: 'u1' } });
    await publishSet([`SELECT Count() AS tries FROM Purchase ${BY_USER}`]);
    scene.clock.advance(HOUR_MS);
    await buy({ user: { userId: 'u1' } });
    const last = await buy({ user: { userId: 'u1' } });
    for (const baseline of ['today', 'recorded'] as const) {
      const result = await run(clausesOf(['RETURN Reject() WHEN Velocity.tries(@"user.userId", 1d) > 0']), {
        baseline,
      });
      expect(result).toMatchObject({ events: 4, unknown: [{ kind: 'velocity', name: 'tries', events: 2 }] });
      expect([...shownReasons(result).keys()]).toEqual([last.purchaseId]);
    }
  });

  it('reads a velocity whose history was counted afterwards as if it had been counted then', async () => {
    const bought: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      bought.push((await buy({ user: { userId: 'u1' } })).purchaseId);
      scene.clock.advance(HOUR_MS);
    }
    const setId = await publishSet([`SELECT Count() AS tries FROM Purchase ${BY_USER}`], 'withHistory');
    const clauses = clausesOf(['RETURN Review() WHEN Velocity.tries(@"user.userId", 1d) > 2']);
    const rule = await publish(clauses);
    const early = await buy({ user: { userId: 'u1' } });
    expect(early.decision).toBe('Approve');
    bought.push(early.purchaseId);
    const { clock } = scene;
    const backfills = startBackfills({
      database: test.database,
      clock,
      installationKey: INSTALLATION_KEY,
      settleMs: 0,
    });
    try {
      await vi.waitFor(
        async () => {
          const { backfill } = await getVelocityHistory(scene.contextIn('Root'), setId);
          expect(backfill?.status).toBe('done');
        },
        { timeout: 60_000, interval: 50 },
      );
    } finally {
      await backfills.close();
    }
    const tried = clausesOf(['RETURN Reject("after " + Velocity.tries(@"user.userId", 1d))']);
    const result = await run(tried, { ruleId: rule.id });
    expect(result).toMatchObject({ events: 4, unknown: [] });
    expect(shownReasons(result)).toEqual(new Map(bought.map((id, index) => [id, `after ${index}`])));
    // The last one was decided by the rules of today, but before its history was counted.
    const same = await run(clauses, { ruleId: rule.id });
    expect(same).toMatchObject({ changes: [], before: { Review: { events: 1 } }, after: { Review: { events: 1 } } });
  });

  it('leaves everything else as it was decided when it compares with the record', async () => {
    await publishSet([`SELECT Count() AS tries FROM Purchase ${BY_USER}`]);
    await publish(clausesOf(['RETURN Review() WHEN Velocity.tries(@"user.userId", 1d) > 1']));
    for (let at = 0; at < 4; at += 1) await buy({ user: { userId: 'u1' } });
    const result = await run(clausesOf(['RETURN Reject() WHEN Velocity.tries(@"user.userId", 1h) > 9']), {
      baseline: 'recorded',
    });
    expect(result).toMatchObject({ events: 4, changes: [], unknown: [] });
    expect(result.before.Review.events).toBe(2);
  });
});
