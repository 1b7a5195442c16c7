import { DAY_MS, HOUR_MS, newId, type JsonObject } from '@redoubt/kernel';
import { createLog, readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import type { SecondSpan, SlabStore } from '@redoubt/velocity';
import { describe, expect, it } from 'vitest';
import { getEvent } from '../events/get-event.query.ts';
import { replay } from '../decisions/recorded/replay.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import type { Merchant } from '../testing/merchant.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { purchaseNow } from '../testing/purchase-now.ts';
import { createVelocitySet } from '../velocities/create-velocity-set.command.ts';
import { getVelocityValue } from '../velocities/get-velocity-value.query.ts';
import { publishVelocitySet } from '../velocities/publish-velocity-set.command.ts';
import { startVelocities } from './start-velocities.ts';
import { putVelocitySettings } from '../velocities/velocity-settings.command.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const publishSet = async (codes: readonly string[], environment = 'Root') => {
  const context = scene.contextIn(environment, 'Mara Lindqvist');
  const name = `Set ${newId()}`;
  const set = await createVelocitySet(context, {
    name,
    description: '',
    text: {
      condition: '',
      velocities: codes.map((code) => ({ id: newId(), code })),
      sampleEvent: 'purchase',
      samplePayload: {},
    },
  });
  const input = { version: set.version, name, description: '', active: true, note: '', overwrite: false } as const;
  await publishVelocitySet(context, set.id, { ...input, start: 'fromNow' });
};

/** Publishes a rule that puts the values into the answer. */
const show = async (values: Readonly<Record<string, string>>, environment = 'Root', condition = '') => {
  const context = scene.contextIn(environment, 'Mara Lindqvist');
  const pairs = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  const clauses = [{ id: newId(), name: 'Shown', code: `OBSERVE Output(${pairs.join(', ')})` }];
  const name = `Rule ${newId()}`;
  const text = { condition, clauses, samplePayload: {} };
  const rule = await createRule(context, 'purchase', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'purchase', rule.id, input);
};

/** A purchase of now. */
const purchase = (changes: JsonObject = {}): JsonObject => purchaseNow(scene.clock, changes);

/** Sends a purchase and gives what the rule showed. */
const shown = async (body: JsonObject, environment = 'Root'): Promise<unknown> => {
  const answer = JSON.parse(await merchant.send(environment, 'purchase', body)) as {
    resultDetails: { MerchantRuleOutput?: Record<string, unknown> };
  };
  return answer.resultDetails.MerchantRuleOutput?.Shown;
};

useMerchant(test, (made) => ({ scene, merchant } = made));

const BY_USER = 'GROUPBY @"user.userId"';

describe('velocities of live events', () => {
  it('hold what came before the event, not the event itself', async () => {
    await publishSet([
      `SELECT Count() AS tries FROM Purchase ${BY_USER}`,
      `SELECT Sum(@"totalAmount") AS spent FROM Purchase ${BY_USER}`,
      `SELECT DistinctCount(@"deviceContext.ipAddress") AS addresses FROM Purchase ${BY_USER}`,
    ]);
    const user = '@"user.userId"';
    await show({
      tries: `Velocity.tries(${user}, 1h)`,
      spent: `Velocity.spent(${user}, 7d)`,
      addresses: `Velocity.addresses(${user}, 1d)`,
    });
    expect(await shown(purchase({ totalAmount: 10.1 }))).toEqual({ tries: '0', spent: '0', addresses: '0' });
    expect(await shown(purchase({ totalAmount: 0.2 }))).toEqual({ tries: '1', spent: '10.1', addresses: '1' });
    scene.clock.advance(2 * HOUR_MS);
    expect(await shown(purchase())).toEqual({ tries: '0', spent: '10.3', addresses: '1' });
    scene.clock.advance(9 * DAY_MS);
    expect(await shown(purchase())).toEqual({ tries: '0', spent: '0', addresses: '0' });
    expect(await shown(purchase({ user: { userId: 'somebody else' } }))).toMatchObject({ tries: '0' });
  });

  it('hold the event itself where the rule asks for it, whatever they work out', async () => {
    const aggregates = ['Sum', 'Avg', 'Min', 'Max', 'StdDev', 'First', 'Last', 'DistinctCount'];
    await publishSet([
      `SELECT Count() AS myCount FROM Purchase ${BY_USER}`,
      ...aggregates.map((name) => `SELECT ${name}(@"totalAmount") AS my${name} FROM Purchase ${BY_USER}`),
    ]);
    const names = ['Count', ...aggregates];
    const user = '@"user.userId"';
    await show(
      Object.fromEntries(names.map((name) => [name, `Velocity.my${name}(${user}, 1d)`])),
      'Root',
      'WHEN @"user.language" == "plain"',
    );
    await show(
      Object.fromEntries(names.map((name) => [name, `Velocity.my${name}(${user}, 1d, includeCurrent = true)`])),
    );
    const plain = { user: { userId: 'nora', language: 'plain' } };
    const amounts = [8, 2, 5, 5];
    const seen: unknown[] = [];
    for (const totalAmount of amounts) {
      seen.push(await shown(purchase({ totalAmount, user: { userId: 'nora' } })));
      scene.clock.advance(1000);
    }
    const first = { Count: '1', Sum: '8', Avg: '8', Min: '8', Max: '8', First: '8', Last: '8', DistinctCount: '1' };
    expect(seen.at(0)).toEqual({ ...first, StdDev: '0' });
    const last = { Count: '4', Sum: '20', Avg: '5', Min: '2', Max: '8', First: '8', Last: '5', DistinctCount: '3' };
    expect(seen.at(-1)).toEqual({ ...last, StdDev: String(Math.sqrt(6)) });
    // What a later event reads without itself is what this one read with itself.
    expect(await shown(purchase({ totalAmount: 77, ...plain }))).toEqual(seen.at(-1));
  });

  it('begin on a whole unit, or exactly their length ago where the environment says so', async () => {
    await publishSet([`SELECT Count() AS tries FROM Purchase ${BY_USER}`]);
    await show({ tries: 'Velocity.tries(@"user.userId", 1h)' });
    const mara = scene.contextIn('Root', 'Mara Lindqvist');
    scene.clock.advance(HOUR_MS - (scene.clock.now() % HOUR_MS) + 60_000);
    const nora = { user: { userId: 'nora' } };
    await shown(purchase(nora));
    scene.clock.advance(HOUR_MS + 60_000);
    expect(await shown(purchase(nora))).toEqual({ tries: '1' });
    const before = scene.clock.now();
    expect(await putVelocitySettings(mara, { windowMode: 'sliding' })).toMatchObject({ windowMode: 'sliding' });
    expect((await scene.activities()).at(-1)).toBe('Update Environment Root');
    const sliding = purchase(nora);
    expect(await shown(sliding)).toEqual({ tries: '1' });
    const value = await getVelocityValue(mara, merchant.velocities, {
      velocity: 'tries',
      key: 'nora',
      window: '1h',
    });
    expect(value).toMatchObject({ value: 2, windowMode: 'sliding', uncertainEvents: 0, isEstimate: false });
    expect(value.from).toBe(new Date(before - HOUR_MS + 1000).toISOString());
    await putVelocitySettings(mara, { windowMode: 'aligned' });
    expect(await shown(purchase(nora))).toEqual({ tries: '3' });
  });

  it('stand on the page of the event as it read them', async () => {
    await publishSet([`SELECT Count() AS tries FROM Purchase ${BY_USER}`]);
    const tries = 'Velocity.tries(@"user.userId", 1d';
    await show({ without: `${tries})`, with: `${tries}, includeCurrent = true)` });
    const purchaseId = newId();
    await shown(purchase({ purchaseId, user: { userId: 'nora' } }), 'Child');
    const context = scene.contextIn('Root', 'Mara Lindqvist');
    const detail = await getEvent(context, {
      environmentId: context.environmentId,
      eventType: 'purchase',
      eventEnvironmentId: scene.idOf('Child'),
      eventId: purchaseId,
    });
    const read = { environmentName: 'Root', name: 'tries', window: '1d', windowMode: 'aligned', key: 'nora' };
    expect(detail.velocities).toMatchObject([
      { ...read, includesCurrent: false, value: 0, uncertainEvents: 0, isEstimate: false },
      { ...read, includesCurrent: true, value: 1 },
    ]);
  });

  it('of a parent count the events of its children, those of a child only its own', async () => {
    const code = `SELECT Count() AS tries FROM Purchase ${BY_USER}`;
    await publishSet([code]);
    await publishSet([code], 'Child');
    // In the root's run mode a rule that matches ends the walk to the child.
    await show({ inRoot: 'Velocity.tries(@"user.userId", 1d)' }, 'Root', 'WHEN @"totalAmount" < 100');
    await show({ inChild: 'Velocity.tries(@"user.userId", 1d)' }, 'Child');
    const [small, large] = [{ totalAmount: 5 }, { totalAmount: 500 }];
    await shown(purchase(small));
    expect(await shown(purchase(large), 'Child')).toEqual({ inChild: '0' });
    expect(await shown(purchase(large), 'Child')).toEqual({ inChild: '1' });
    expect(await shown(purchase(small))).toEqual({ inRoot: '3' });
  });

  it('count chargebacks by what their purchase held, and purchases by what the rules made of them', async () => {
    await publishSet([
      'SELECT Count() AS chargebacks FROM Purchase:Chargeback GROUPBY @"purchase.user.userId"',
      `SELECT Count() AS approved FROM Purchase WHEN @"ruleEvaluation.decision" == "Approve" ${BY_USER}`,
    ]);
    const user = '@"user.userId"';
    await show({
      chargebacks: `Velocity.chargebacks(${user}, 1d)`,
      approved: `Velocity.approved(${user}, 1d)`,
    });
    const first = purchase();
    expect(await shown(first)).toEqual({ chargebacks: '0', approved: '0' });
    const { purchaseId } = first;
    await merchant.send('Root', 'chargeback', {
      chargebackId: 'c1',
      purchaseId,
      amount: 5,
      currency: 'EUR',
    } as JsonObject);
    expect(await shown(purchase())).toEqual({ chargebacks: '1', approved: '1' });
  });

  it('count a late event where it belongs', async () => {
    await publishSet([`SELECT Count() AS tries FROM Purchase ${BY_USER}`]);
    await show({ hour: 'Velocity.tries(@"user.userId", 1h)', day: 'Velocity.tries(@"user.userId", 1d)' });
    const merchantTimeStamp = new Date(scene.clock.now() - 5 * HOUR_MS).toISOString();
    await shown(purchase({ _metadata: { merchantTimeStamp, trackingId: 't' } }));
    expect(await shown(purchase())).toEqual({ hour: '0', day: '1' });
  });

  it('are read again from the record in a replay, whatever the store holds by then', async () => {
    await publishSet([`SELECT Count() AS tries FROM Purchase ${BY_USER}`]);
    await show({ tries: 'Velocity.tries(@"user.userId", 1d)' });
    await shown(purchase());
    const body = purchase();
    await shown(body);
    await shown(purchase());
    const key = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), kind: 'purchase' } as const;
    const event = await readEvent(test.database, { ...key, eventId: body.purchaseId as string });
    if (event === undefined) throw new Error('the event is not there');
    const { velocities, readPosition } = event.inputs as { velocities: JsonObject; readPosition: number };
    expect(Object.values(velocities)).toEqual([[['1d', (body.user as JsonObject).userId, 1]]]);
    expect(readPosition).toBe(event.position - 1);
    expect(await replay(test.database, scene.tenantId, event)).toMatchObject({ difference: null });
    const changed = { ...event, inputs: { ...(event.inputs as JsonObject), velocities: {} } };
    expect((await replay(test.database, scene.tenantId, changed)).difference).toMatchObject({
      path: 'outputs.Shown.tries',
    });
  });
});

describe('a store built again from the log', () => {
  it('holds exactly what the running one holds', async () => {
    await publishSet([
      `SELECT Sum(@"totalAmount") AS spent FROM Purchase ${BY_USER}`,
      `SELECT DistinctCount(@"user.email") AS emails FROM Purchase ${BY_USER}`,
    ]);
    const log = createLog(test.database);
    const running = await startVelocities(test.database, log, { installationKey: 'the key of a test' });
    for (let number = 0; number < 30; number += 1) {
      scene.clock.advance(1000 * number);
      await shown(
        purchase({ totalAmount: number + 0.25, user: { userId: `u${number % 4}`, email: `e${number % 3}` } }),
      );
    }
    await running.caughtUp();
    const rebuilt = await startVelocities(test.database, log, { installationKey: 'the key of a test' });
    expect(rebuilt.runtime.position()).toBe(running.runtime.position());
    expect(contentsOf(rebuilt.store)).toEqual(contentsOf(running.store));
    expect(contentsOf(rebuilt.store).length).toBeGreaterThanOrEqual(8);
    await rebuilt.close();
    await running.close();
    await log.close();
  });
});

const WHOLE: SecondSpan = { afterS: 0, untilS: 4_000_000_000 };

/** Every key with what all its events come to. */
const contentsOf = (store: SlabStore): readonly string[] =>
  store.tables
    .flatMap(({ lo, hi, word }) =>
      [...word].flatMap((used, slot) => {
        if (used === 0) return [];
        const reading = { value: 0, uncertainEvents: 0, isEstimate: false };
        store.read(lo[slot] ?? 0, hi[slot] ?? 0, WHOLE, reading);
        return [`${lo[slot]} ${hi[slot]} ${used} ${reading.value}`];
      }),
    )
    .toSorted();
