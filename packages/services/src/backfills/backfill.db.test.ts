import { HOUR_MS, newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createList, deleteList, replaceList } from '../lists/lists.commands.ts';
import { getEvent } from '../events/get-event.query.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { createMerchant, INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { startBackfills } from '../testing/jobs.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { purchaseNow } from '../testing/purchase-now.ts';
import type { WorkPoll } from '../work-poll.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { getVelocitySet } from '../velocities/get-velocity-set.query.ts';
import { getVelocitySets } from '../velocities/get-velocity-sets.query.ts';
import { getVelocityValue } from '../velocities/get-velocity-value.query.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';
import { saveVelocityDraft } from '../velocities/velocity-draft.commands.ts';
import { cancelVelocityBackfill, startVelocityBackfill } from '../velocities/backfill.commands.ts';
import { getVelocityHistory } from '../velocities/velocity-history.query.ts';

// Each backfill starts a thread, which takes seconds on a machine that does much else.
vi.setConfig({ testTimeout: 180_000 });

const test = useDatabase();
const PATIENCE = { timeout: 60_000, interval: 20 };
const BY_USER = 'GROUPBY @"user.userId"';
const TRIES = `SELECT Count() AS tries FROM Purchase ${BY_USER}`;

let scene: Scene;
let merchant: Merchant;
let backfills: WorkPoll | undefined;

useMerchant(
  test,
  (made) => ({ scene, merchant } = made),
  async () => {
    await backfills?.close();
    backfills = undefined;
  },
);

const work = (settleMs = 0): WorkPoll => {
  const { clock } = scene;
  backfills = startBackfills({ database: test.database, clock, installationKey: INSTALLATION_KEY, settleMs });
  return backfills;
};

/** A list of one user, as a file. */
const users = (user: string): Readable => Readable.from([Buffer.from(`userId\n${user}\n`)]);

const context = (environment = 'Root') => scene.contextIn(environment);

type Publication = {
  readonly condition?: string;
  readonly start?: 'withHistory' | 'fromNow';
  readonly active?: boolean;
};

const publishSet = async (codes: readonly string[], given: Publication = {}): Promise<string> => {
  const { condition = '', start = 'withHistory', active = true } = given;
  const name = `Set ${newId()}`;
  const velocities = codes.map((code) => ({ id: newId(), code }));
  const text = { condition, velocities, sampleEvent: 'purchase', samplePayload: {} } as const;
  const set = await createVelocitySet(context(), { name, description: '', text });
  const input = { version: set.version, name, description: '', active, note: '', overwrite: false, start };
  await publishVelocitySet(context(), set.id, input);
  return set.id;
};

/** Publishes the set again with its texts changed. */
const edit = async (setId: string, change: (code: string) => string, condition = ''): Promise<void> => {
  const { version, published, name } = await getVelocitySet(context(), setId);
  const velocities = (published?.velocities ?? []).map(({ id, code }) => ({ id, code: change(code) }));
  const text = { condition, velocities, sampleEvent: 'purchase', samplePayload: {} } as const;
  const draft = await saveVelocityDraft(context(), setId, { version, text });
  const input = { name, description: '', active: true, note: '', overwrite: false, start: 'withHistory' } as const;
  await publishVelocitySet(context(), setId, { ...input, version: draft.version });
};

const purchase = (changes: JsonObject = {}): JsonObject => purchaseNow(scene.clock, changes);

const buy = (userId: string, totalAmount: number, environment = 'Root') =>
  merchant.send(environment, 'purchase', purchase({ totalAmount, user: { userId } }));

const read = async (velocity: string, key: string, window = '1d') => {
  await merchant.caughtUp();
  return getVelocityValue(context(), merchant.velocities, { velocity, key, window });
};

const history = (setId: string) => getVelocityHistory(context(), setId);

const filled = (setId: string): Promise<void> =>
  vi.waitFor(async () => expect((await history(setId)).backfill).toMatchObject({ status: 'done' }), PATIENCE);

describe('publishing with history', () => {
  it('counts what the log held, of the environment and of those below it, as live events are counted', async () => {
    await buy('ann', 10.5);
    await buy('ann', 20, 'Child');
    scene.clock.advance(3 * HOUR_MS);
    await buy('ben', 5);
    const setId = await publishSet([TRIES, `SELECT Sum(@"totalAmount") AS spent FROM Purchase ${BY_USER}`]);
    await buy('ann', 1);
    expect(await read('tries', 'ann')).toMatchObject({ value: 1, warming: true });
    expect((await history(setId)).backfill).toMatchObject({ status: 'waiting', velocities: ['tries', 'spent'] });
    work();
    await filled(setId);
    expect(await read('tries', 'ann')).toMatchObject({ value: 3, warming: false });
    expect(await read('tries', 'ann', '1h')).toMatchObject({ value: 1 });
    expect(await read('spent', 'ann')).toMatchObject({ value: 31.5 });
    expect(await read('tries', 'ben')).toMatchObject({ value: 1 });
    expect((await history(setId)).backfill).toMatchObject({
      eventsDone: 4,
      eventsTotal: 4,
      eventsCounted: 3,
      problem: null,
    });
    const { published } = await getVelocitySets(context());
    expect(published[0]?.backfill).toMatchObject({ status: 'done', eventsCounted: 3 });
  });

  it('shows the old events behind a value', async () => {
    await buy('ann', 10.5);
    scene.clock.advance(HOUR_MS);
    await buy('ann', 20);
    const setId = await publishSet([`SELECT Sum(@"totalAmount") AS spent FROM Purchase ${BY_USER}`]);
    work();
    await filled(setId);
    await buy('ann', 1);
    const { value, events } = await read('spent', 'ann');
    expect(value).toBe(31.5);
    expect(events?.newest.map(({ added }) => added)).toEqual([1, 20, 10.5]);
    expect(events?.isComplete).toBe(true);
  });

  it('gives the velocities what they would have had: the purchase of a chargeback, the outcome, the lists of the time', async () => {
    const upload = (user: string) => ({ stream: users(user) });
    const list = await createList(context(), { name: 'Trusted', description: '', ...upload('ann') });
    const bought = purchase({ user: { userId: 'ann' } });
    await merchant.send('Root', 'purchase', bought);
    const { purchaseId } = bought;
    const chargeback = { chargebackId: 'c1', purchaseId, amount: 5, currency: 'EUR' } as JsonObject;
    await merchant.send('Root', 'chargeback', chargeback);
    await merchant.send('Root', 'chargeback', { ...chargeback, chargebackId: 'c2', purchaseId: 'nobody has it' });
    await replaceList(context(), list.id, { version: list.version, ...upload('ben') });
    await buy('ann', 1);
    await buy('ben', 1);
    const setId = await publishSet([
      'SELECT Count() AS chargebacks FROM Purchase:Chargeback GROUPBY @"purchase.user.userId"',
      `SELECT Count() AS approved FROM Purchase WHEN @"ruleEvaluation.decision" == "Approve" ${BY_USER}`,
      `SELECT Count() AS refused FROM Purchase WHEN @"ruleEvaluation.decision" == "Reject" ${BY_USER}`,
      `SELECT Count() AS trusted FROM Purchase WHEN ContainsKey("Trusted", "userId", @"user.userId") ${BY_USER}`,
    ]);
    work();
    await filled(setId);
    expect(await read('chargebacks', 'ann')).toMatchObject({ value: 1 });
    expect(await read('approved', 'ann')).toMatchObject({ value: 2 });
    expect(await read('refused', 'ann')).toMatchObject({ value: 0 });
    expect(await read('trusted', 'ann')).toMatchObject({ value: 1 });
    expect(await read('trusted', 'ben')).toMatchObject({ value: 1 });
    // Live events find the list as well.
    await buy('ben', 1);
    await buy('ann', 1);
    expect(await read('trusted', 'ben')).toMatchObject({ value: 2 });
    expect(await read('trusted', 'ann')).toMatchObject({ value: 1 });
  });

  it('says which list some events were counted without', async () => {
    await buy('ann', 1);
    await createList(context(), { name: 'Trusted', description: '', stream: users('ann') });
    const setId = await publishSet([
      `SELECT Count() AS trusted FROM Purchase WHEN ContainsKey("Trusted", "userId", @"user.userId") ${BY_USER}`,
    ]);
    work();
    await filled(setId);
    expect((await history(setId)).backfill).toMatchObject({ missingLists: ['Trusted'], eventsCounted: 0 });
  });

  it('leaves alone what a set that starts from now does not count, until a user asks for it', async () => {
    await buy('ann', 1);
    const setId = await publishSet([TRIES], { start: 'fromNow' });
    await buy('ann', 1);
    work();
    expect(await history(setId)).toMatchObject({ backfill: null, fromNow: ['tries'] });
    expect(await read('tries', 'ann')).toMatchObject({ value: 1, warming: false });
    expect(await startVelocityBackfill(context(), setId)).toMatchObject({
      backfill: { status: 'waiting' },
      fromNow: [],
    });
    await filled(setId);
    expect(await read('tries', 'ann')).toMatchObject({ value: 2 });
    expect(await scene.activities()).toContain(`Update VelocitySet ${(await getVelocitySet(context(), setId)).name}`);
  });
});

describe('a decision', () => {
  it('keeps with it which values it read were still filling', async () => {
    const setId = await publishSet([TRIES]);
    const clauses = [{ id: newId(), name: 'Shown', code: 'OBSERVE Output(n = Velocity.tries(@"user.userId", 1d))' }];
    const text = { condition: '', clauses, samplePayload: {} };
    const rule = await createRule(context(), 'purchase', { name: 'Reads', description: '', text });
    const input = { version: rule.version, name: 'Reads', description: '', active: true, note: '', overwrite: false };
    await publishRule(context(), 'purchase', rule.id, input);
    const warmingOf = async (): Promise<readonly boolean[]> => {
      const eventId = newId();
      await merchant.send('Root', 'purchase', purchase({ purchaseId: eventId }));
      const { environmentId } = context();
      const place = { environmentId, eventEnvironmentId: environmentId, eventId };
      const detail = await getEvent(context(), { ...place, eventType: 'purchase' });
      return detail.velocities.map(({ warming }) => warming);
    };
    expect(await warmingOf()).toEqual([true]);
    work();
    await filled(setId);
    expect(await warmingOf()).toEqual([false]);
  });
});

describe('an edit', () => {
  it('begins anew where it says something else, with history; a new name or layout goes on', async () => {
    await buy('ann', 10);
    const setId = await publishSet([TRIES]);
    work();
    await filled(setId);
    await buy('ann', 300);
    await edit(setId, (code) => code.replace('AS tries', 'AS   attempts'));
    expect(await read('attempts', 'ann')).toMatchObject({ value: 2, warming: false });
    await edit(setId, (code) => code.replace(BY_USER, `WHEN @"totalAmount" > 100 ${BY_USER}`));
    await filled(setId);
    expect(await read('attempts', 'ann')).toMatchObject({ value: 1 });
    // Back to what it said first: what came in between was never counted under the first id.
    await buy('ann', 10);
    await edit(setId, (code) =>
      code.replace(' WHEN @"totalAmount" > 100', '').replace(/\s*WHEN @"totalAmount" > 100/, ''),
    );
    await filled(setId);
    expect(await read('attempts', 'ann')).toMatchObject({ value: 3 });
    await edit(setId, (code) => code, 'WHEN @"totalAmount" < 100');
    await filled(setId);
    expect(await read('attempts', 'ann')).toMatchObject({ value: 2 });
  });
});

describe('a backfill', () => {
  it('that is cancelled keeps what it counted and goes on there when it is started again', async () => {
    await buy('ann', 1);
    const setId = await publishSet([TRIES]);
    expect((await cancelVelocityBackfill(context(), setId)).backfill).toMatchObject({ status: 'cancelled' });
    expect(await read('tries', 'ann')).toMatchObject({ value: 0, warming: false });
    work();
    await buy('ann', 1);
    await startVelocityBackfill(context(), setId);
    await filled(setId);
    expect(await read('tries', 'ann')).toMatchObject({ value: 2, warming: false });
  });

  it('counts each event once while events come in, nodes hear of it at different times and it is stopped again and again', async () => {
    const USERS = 5;
    const expected = Array.from({ length: USERS }, () => 0);
    const other = await createMerchant(test.database, scene);
    const sendMany = (node: Merchant, count: number) =>
      Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const user = index % USERS;
          await node.sendWithOldPlan('Root', 'purchase', purchase({ user: { userId: `u${user}` } }));
          expected[user] = (expected[user] ?? 0) + 1;
        }),
      );
    await merchant.refresh();
    await other.refresh();
    for (let round = 0; round < 20; round += 1) await sendMany(merchant, 50);
    const setId = await publishSet([TRIES]);
    await other.refresh();
    for (let round = 0; round < 5; round += 1) {
      work(1000);
      await Promise.all([sendMany(merchant, 30), sendMany(other, 20)]);
      await backfills?.close();
    }
    work(1000);
    // Until here one node decides with the plan before the publication.
    await sendMany(merchant, 50);
    await merchant.refresh();
    await sendMany(merchant, 50);
    await vi.waitFor(
      async () => expect((await history(setId)).backfill).toMatchObject({ status: 'running' }),
      PATIENCE,
    );
    scene.clock.advance(1000);
    await filled(setId);
    const values = [];
    for (let user = 0; user < USERS; user += 1) values.push((await read('tries', `u${user}`)).value);
    expect(values).toEqual(expected);
    // A node that starts now counts the same from the log alone.
    const late = await createMerchant(test.database, scene);
    const again = await getVelocityValue(context(), late.velocities, { velocity: 'tries', key: 'u1', window: '1d' });
    expect(again.value).toBe(expected[1]);
    await late.close();
    await other.close();
  });

  it('of a set whose list is gone says why it failed, and goes on when the list is back', async () => {
    const trusted = { name: 'Trusted', description: '' };
    const list = await createList(context(), { ...trusted, stream: users('ann') });
    await buy('ann', 1);
    const setId = await publishSet([
      `SELECT Count() AS trusted FROM Purchase WHEN ContainsKey("Trusted", "userId", @"user.userId") ${BY_USER}`,
    ]);
    await expect(deleteList(context(), list.id, list.version)).rejects.toMatchObject({ code: 'LIST-REFERENCED' });
    // The product offers no way to take it away; an operator with the database still can.
    const nameList = (name: string): Promise<unknown> =>
      test.asAdmin('update list set name = $1, name_key = lower($1) where list_id = $2', [name, list.id]);
    await nameList('Elsewhere');
    work();
    await vi.waitFor(
      async () =>
        expect((await history(setId)).backfill).toMatchObject({
          status: 'failed',
          problem: 'VELOCITY-SET-NOT-PUBLISHABLE',
        }),
      PATIENCE,
    );
    expect(await read('trusted', 'ann')).toMatchObject({ value: 0, warming: true });
    await nameList('Trusted');
    expect((await startVelocityBackfill(context(), setId)).backfill).toMatchObject({
      status: 'waiting',
      problem: null,
    });
    await filled(setId);
    expect((await history(setId)).backfill).toMatchObject({ missingLists: [], eventsCounted: 1 });
    expect(await read('trusted', 'ann')).toMatchObject({ value: 1, warming: false });
  });
});
