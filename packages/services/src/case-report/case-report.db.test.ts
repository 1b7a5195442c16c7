import { capabilitiesOf, GENERAL_QUEUE_ID } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, newId, SECOND_MS, type Id } from '@redoubt/kernel';
import { PROJECTORS, rebuildDecisionSums, resetProjection, startProjectors } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCaseTimeOuts } from '../case-jobs/time-outs.job.ts';
import { undoCaseDecision } from '../cases/decide-case.commands.ts';
import { reopenCase } from '../cases/manage-cases.commands.ts';
import { decideCases } from '../cases/many-cases.commands.ts';
import type { Caller } from '../testing/case-scene.ts';
import { workOff } from '../testing/jobs.ts';
import { createReportScene, type ReportScene, type TestDecision } from '../testing/report-scene.ts';
import { createCaseThreshold, deleteCaseThreshold, getCaseThresholds } from './case-thresholds.ts';
import { createCaseThresholdWatch } from './thresholds.job.ts';

const test = useDatabase();
let scene: ReportScene['scene'];
let merchant: ReportScene['merchant'];
let agents: readonly Caller[];
let manager: Caller;
let shop: ReportScene;

beforeEach(async () => {
  shop = await createReportScene(test);
  ({ scene, merchant, manager } = shop);
  agents = Object.values(shop.agents);
});
afterEach(() => merchant.close());

const buy: ReportScene['buy'] = (purchaseId) => shop.buy(purchaseId);
const sayLabel: ReportScene['sayLabel'] = (...said) => shop.sayLabel(...said);
const take: ReportScene['take'] = (...who) => shop.take(...who);
const decide: ReportScene['decide'] = (...what) => shop.decide(...what);
const report: ReportScene['report'] = (...asked) => shop.report(...asked);
type Sums = { readonly waited: readonly number[]; readonly handled: readonly number[] };
/** What an undo took off again leaves zeros at the end of a histogram. */
const trimmed = (histogram: readonly number[]): string => histogram.join(' ').replace(/(?: ?0)+$/, '');
const sumsBy = async (step: 'hour' | 'day') =>
  (
    await test.asAdmin<Sums>(
      `select ${step}, kind, queue_id, agent_id, source, decision, case_action, reason, agent, cases, waited, handled
         from case_decision_${step} where tenant_id = $1 and cases > 0 order by 1, 2, 3, 4, 5, 6, 7, 8`,
      [scene.tenantId],
    )
  ).map((row) => ({ ...row, waited: trimmed(row.waited), handled: trimmed(row.handled) }));
const sums = async () => ({ hours: await sumsBy('hour'), days: await sumsBy('day') });

type PlainEntry = {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly source: string;
  readonly body: { readonly verdict?: { readonly decision: string } };
};

/** Decisions that stand, with exact times: counted from the entries of each case alone. */
const plainDecisions = async () => {
  const entries = await test.asAdmin<PlainEntry>(
    `select event_id as id, at, actor, action, source, body from case_entry where tenant_id = $1 order by event_id, number`,
    [scene.tenantId],
  );
  const opened = await test.asAdmin<{ id: string; at: Date }>(
    `select event_id as id, received_at + interval '5 minutes' as at from review_case where tenant_id = $1`,
    [scene.tenantId],
  );
  return opened.flatMap(({ id, at }) => {
    let settled = at.getTime();
    let taken: { readonly by: string; readonly atMs: number } | undefined;
    const decisions: { actor: string; source: string; decision: string; waitedMs: number; handledMs: number | null }[] =
      [];
    for (const entry of entries.filter((each) => each.id === id)) {
      const atMs = entry.at.getTime();
      if (entry.action === 'lease') taken = { by: entry.actor, atMs };
      else if (entry.action === 'sendBack') taken = undefined;
      else if (entry.action === 'reopen') [settled, taken] = [atMs, undefined];
      else if (entry.action === 'undo') decisions.pop();
      else {
        const own = taken?.by === entry.actor && atMs < taken.atMs + 30 * MINUTE_MS ? taken : undefined;
        const { actor, source } = entry;
        const waitedMs = (own?.atMs ?? atMs) - settled;
        const decision = entry.body.verdict?.decision ?? '';
        decisions.push({ actor, source, decision, waitedMs, handledMs: own ? atMs - own.atMs : null });
      }
    }
    return decisions;
  });
};

const exactQuantile = (times: readonly number[], quantile: number): number =>
  times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(quantile * times.length) - 1)] ?? 0;

describe('the report of cases', () => {
  it('says what a plain count of the entries says, after any work, and so do its sums when they are built again', async () => {
    const ids: Id[] = [];
    for (let number = 0; number < 40; number += 1) ids.push(await buy(`p-${number}`));
    scene.clock.advance(5 * MINUTE_MS);
    let seed = 3;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (const [at, id] of ids.slice(0, 30).entries()) {
      const agent = agents[random(3)] as Caller;
      const decision = random(3) === 0 ? 'Approve' : 'Reject';
      scene.clock.advance(random(40) * MINUTE_MS);
      if (at % 7 === 6) {
        const input = { caseIds: [id], decision, reason: shop.reasons[decision], note: '' };
        await decideCases(agent.context, agent.person, input);
        continue;
      }
      await take(agent, id);
      scene.clock.advance((1 + random(240)) * SECOND_MS);
      await decide(agent, id, decision);
      if (at % 5 === 4) await undoCaseDecision(agent.context, agent.person, id);
      if (at % 10 === 4) await decide(agent, id, 'Approve');
      if (at % 6 === 5 && at % 5 !== 4) {
        scene.clock.advance(HOUR_MS);
        await reopenCase(manager.context, manager.person, id, { reason: 'Customer called' });
        if (at % 12 === 5) continue;
        const other = agents[random(3)] as Caller;
        await take(other, id);
        scene.clock.advance(MINUTE_MS);
        await decide(other, id, decision === 'Approve' ? 'Reject' : 'Approve');
      }
    }
    scene.clock.advance(2 * DAY_MS);
    await workOff(
      { database: test.database, clock: scene.clock },
      createCaseTimeOuts({ database: test.database, clock: scene.clock }),
    );

    const { totals, queues, agents: shown, reasons, bars, hidesAgents } = await report();
    const plain = await plainDecisions();
    const byPeople = plain.filter(({ source }) => source !== 'TimeOut');
    expect(byPeople.length).toBeGreaterThan(20);
    const count = (decision: string) => plain.filter((each) => each.decision === decision).length;
    expect(totals).toMatchObject({
      received: 40,
      cancelled: 0,
      decided: byPeople.length,
      timedOut: plain.length - byPeople.length,
      approved: count('Approve'),
      rejected: count('Reject'),
    });
    const waited = byPeople.map(({ waitedMs }) => waitedMs);
    const handled = byPeople.flatMap(({ handledMs }) => handledMs ?? []);
    for (const [read, times] of [
      [totals.waited, waited],
      [totals.handled, handled],
    ] as const) {
      for (const [quantile, seconds] of [
        [0.5, read?.p50],
        [0.9, read?.p90],
      ] as const) {
        const ratio = ((seconds ?? 0) * SECOND_MS) / exactQuantile(times, quantile);
        expect(ratio).toBeGreaterThan(1 / 1.151);
        expect(ratio).toBeLessThan(1.151);
      }
    }
    const reopened = await test.asAdmin<{ cases: number }>(
      `select count(*)::integer as cases from case_entry where tenant_id = $1 and action = 'reopen'`,
      [scene.tenantId],
    );
    expect(totals.reopened).toBe(reopened[0]?.cases);
    expect(totals.overturned).toBeGreaterThan(0);
    expect(hidesAgents).toBe(false);
    expect(Object.fromEntries(shown.map(({ agent, decided }) => [agent.name, decided]))).toEqual(
      Object.fromEntries([...Map.groupBy(byPeople, ({ actor }) => actor)].map(([actor, own]) => [actor, own.length])),
    );
    expect(queues.map(({ name, decided, received }) => [name, decided, received])).toEqual([
      ['General', byPeople.length, 40],
    ]);
    expect(reasons.reduce((sum, { cases }) => sum + cases, 0)).toBe(byPeople.length);
    const inBars = bars.reduce((sum, bar) => sum + bar.approved + bar.rejected + bar.other + bar.timedOut, 0);
    expect(inBars).toBe(plain.length);

    const before = await sums();
    await test.database.inTenant(scene.tenantId, (trx) => rebuildDecisionSums(trx, scene.idOf('Shop')));
    expect(await sums()).toEqual(before);
    for (const projector of PROJECTORS) await resetProjection(test.database, projector);
    const projectors = startProjectors(test.database);
    await projectors.caughtUp();
    await projectors.close();
    const { asOf: _asOf, ...again } = await report();
    expect(again).toMatchObject({ totals, queues, bars });
    expect((await report({ agent: 'id of Ana' })).totals.decided).toBe(
      byPeople.filter(({ actor }) => actor === 'Ana').length,
    );
  });

  it('counts a case that its status cancelled with the hour in which it came', async () => {
    await buy('p-1');
    await buy('p-2');
    scene.clock.advance(MINUTE_MS);
    await shop.sayStatus('p-1', 'Approved');
    await shop.sayStatus('p-1', 'Rejected');
    expect((await report()).totals).toMatchObject({ received: 2, cancelled: 1 });
  });

  it('knows the fraud among approved cases and the good among rejected ones by labels of others', async () => {
    const [ana] = agents as [Caller];
    const ids = new Map<string, Id>();
    for (const id of ['a-fraud', 'a-good', 'a-none', 'a-own', 'r-good', 'r-fraud']) ids.set(id, await buy(id));
    scene.clock.advance(5 * MINUTE_MS);
    for (const [name, id] of ids) {
      await take(ana, id);
      await decide(ana, id, name.startsWith('a') ? 'Approve' : 'Reject');
    }
    scene.clock.advance(MINUTE_MS);
    await sayLabel('a-own', true, 'ManualReview');
    await sayLabel('a-fraud', false, 'ManualReview');
    await sayLabel('r-good', true, 'ManualReview');
    expect((await report()).totals).toMatchObject({ approved: 4, approvedFraud: 0, rejected: 2, rejectedGood: 0 });
    scene.clock.advance(MINUTE_MS);
    await sayLabel('a-fraud', true, 'Chargeback');
    await sayLabel('a-good', false, 'CustomerEscalation');
    await sayLabel('r-good', false, 'CustomerEscalation');
    await sayLabel('r-fraud', true, 'Chargeback');
    const { totals, agents: shown } = await report();
    expect(totals).toMatchObject({ approvedFraud: 1, rejectedGood: 1 });
    expect(shown).toMatchObject([{ approvedFraud: 1, rejectedGood: 1 }]);
  });

  it('knows how far two agents agree who reviewed the same cases, and counts the first of two decisions for that alone', async () => {
    const [ana, ben] = agents as [Caller, Caller];
    const secondReview = { sharePercent: 0, limits: [{ currency: 'EUR', amount: 500 }] };
    await shop.changeSettings({ secondReview });
    const twice: readonly (readonly [Caller, TestDecision, Caller, TestDecision])[] = [
      [ana, 'Reject', ben, 'Reject'],
      [ben, 'Approve', ana, 'Approve'],
      [ben, 'Reject', ana, 'Approve'],
      [ana, 'Approve', ben, 'Approve'],
    ];
    for (const [index, [first, one, second, other]] of twice.entries()) {
      const id = await scene.addCase(`big-${index}`, { amount: 900 });
      await take(first, id);
      await decide(first, id, one);
      await take(second, id);
      await decide(second, id, other);
    }
    const { pairs, totals, agents: shown } = await report();
    // Of four, three agree; by chance (1 · 2 + 3 · 2) / 16 would.
    expect(pairs).toMatchObject([{ first: { name: 'Ana' }, second: { name: 'Ben' }, cases: 4, agreed: 3, kappa: 0.5 }]);
    expect(totals.decided).toBe(3);
    expect(Object.fromEntries(shown.map(({ agent, decided }) => [agent.name, decided]))).toEqual({ Ana: 1, Ben: 2 });
    expect((await report({ assessment: 'accountLogin' })).pairs).toEqual([]);
    expect((await report({ agent: 'id of Cem' })).pairs).toEqual([]);
  });

  it('shows agents as numbers to those who cannot change that', async () => {
    const [ana, ben] = agents as [Caller, Caller];
    const [one, two] = [await buy('p-1'), await buy('p-2')];
    scene.clock.advance(5 * MINUTE_MS);
    await take(ana, one);
    await decide(ana, one, 'Approve');
    await take(ben, two);
    await decide(ben, two, 'Approve');
    await shop.changeSettings({ hidesAgents: true });
    const seen = await report();
    expect(seen.hidesAgents).toBe(true);
    expect(seen.agents.map(({ agent }) => agent).toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
      { key: '1', name: null, number: 1 },
      { key: '2', name: null, number: 2 },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/Ana|Ben/);
    expect((await report({ agent: 'id of Ana' })).totals.decided).toBe(0);
    const admin = {
      ...manager,
      context: { ...manager.context, capabilities: capabilitiesOf(['ProductAdmin'], 'Standard') },
    };
    expect((await report({}, admin)).agents.map(({ agent }) => agent.name).toSorted()).toEqual(['Ana', 'Ben']);
  });
});

describe('thresholds', () => {
  const watch = () =>
    workOff(
      { database: test.database, clock: scene.clock },
      createCaseThresholdWatch({ database: test.database, clock: scene.clock }),
    );
  const notices = async () =>
    (
      await test.asAdmin<{ params: object }>(
        `select params from notice where tenant_id = $1 and code = 'CASE-THRESHOLD-CROSSED' order by created_at`,
        [scene.tenantId],
      )
    ).map(({ params }) => params);

  it('tell once when a figure comes to be above, and again only after it was below', async () => {
    const { context } = manager;
    await createCaseThreshold(context, { measure: 'backlog', queueId: null, days: null, most: 1, silenceMinutes: 240 });
    scene.clock.advance(1);
    await createCaseThreshold(context, {
      measure: 'waitedHours',
      queueId: GENERAL_QUEUE_ID,
      days: 7,
      most: 1000,
      silenceMinutes: 240,
    });
    const ids = [await buy('p-1'), await buy('p-2')];
    await watch();
    const read = async () => (await getCaseThresholds(context)).thresholds;
    expect(await read()).toMatchObject([
      { value: 0, crossedAt: null, queue: null },
      { value: null, crossedAt: null, queue: 'General' },
    ]);
    scene.clock.advance(5 * MINUTE_MS);
    await watch();
    const crossedAt = new Date(scene.clock.now()).toISOString();
    expect(await read()).toMatchObject([{ value: 2, crossedAt }, {}]);
    scene.clock.advance(MINUTE_MS);
    await watch();
    expect(await read()).toMatchObject([{ value: 2, crossedAt }, {}]);
    expect(await notices()).toEqual([{ value: 2, most: 1 }]);
    const [ana] = agents as [Caller];
    for (const id of ids) {
      await take(ana, id);
      await decide(ana, id, 'Reject');
    }
    scene.clock.advance(MINUTE_MS);
    await watch();
    expect(await read()).toMatchObject([{ value: 0, crossedAt: null }, { crossedAt: null }]);
    expect((await read())[1]?.value).toBeLessThan(1);
    await buy('p-3');
    await buy('p-4');
    scene.clock.advance(5 * MINUTE_MS);
    await watch();
    expect(await notices()).toHaveLength(2);
  });

  it('are refused for a queue that is not there, and removed once', async () => {
    const { context } = manager;
    const unknown = { measure: 'backlog', queueId: newId(), days: null, most: 1, silenceMinutes: 240 } as const;
    await expect(createCaseThreshold(context, unknown)).rejects.toMatchObject({ code: 'QUEUE-UNKNOWN' });
    const { thresholds } = await createCaseThreshold(context, { ...unknown, queueId: null });
    const id = thresholds[0]?.id ?? '';
    expect((await deleteCaseThreshold(context, id)).thresholds).toEqual([]);
    await expect(deleteCaseThreshold(context, id)).rejects.toMatchObject({ code: 'CASE-THRESHOLD-UNKNOWN' });
    expect(await scene.activities()).toEqual(
      expect.arrayContaining(['Create CaseThreshold backlog', 'Delete CaseThreshold backlog']),
    );
  });
});
