import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { LANGUAGE_VERSION } from '@redoubt/fql';
import { newId, type JsonObject } from '@redoubt/kernel';
import { readEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { createList, replaceList } from '../../lists/lists.commands.ts';
import { publishNewRule } from '../../testing/rule-scene.ts';
import { createMerchant } from '../../testing/merchant.ts';
import { createScene, type Scene } from '../../testing/scene.ts';
import { replay, type Replay } from './replay.ts';
import { replayEverywhere } from '../../events/replay-event.query.ts';

const RECEIVED_MS = Date.UTC(2026, 2, 14, 10, 22, 31, 120);

const test = useDatabase();
let scene: Scene;

const csv = (text: string): Readable => Readable.from([Buffer.from(text)]);

const publish = (name: string, codes: readonly string[], environment = 'Root') =>
  publishNewRule(scene.contextIn(environment), name, codes);

/** Sends one purchase through a node of its own and gives what was answered and what was recorded. */
const decideAndStore = async (body: JsonObject) => {
  const { database } = test;
  const { tenantId } = scene;
  const merchant = await createMerchant(database, scene);
  const answer = await merchant.send('Child', 'purchase', body);
  await merchant.close();
  const eventId = body.purchaseId as string;
  const event = await readEvent(database, { tenantId, environmentId: scene.idOf('Child'), kind: 'purchase', eventId });
  if (event === undefined) throw new Error('the event is not there');
  return { answer, event };
};

type Recorded = Awaited<ReturnType<typeof decideAndStore>>['event'];
type RecordedInputs = {
  readonly planId: string;
  readonly seed: number;
  readonly nowMs: number;
  readonly languageVersion: number;
};

const inputsOf = (event: Recorded): RecordedInputs => event.inputs as unknown as RecordedInputs;

const differenceOf = async (event: Recorded): Promise<Replay['difference']> =>
  (await replay(test.database, scene.tenantId, event)).difference;

/** The event with some of its recorded inputs no longer what they were. */
const corrupt = (event: Recorded, changes: Partial<RecordedInputs>): Recorded => ({
  ...event,
  inputs: { ...inputsOf(event), ...changes },
});

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  scene.clock.advance(RECEIVED_MS - scene.clock.now());
});

describe('a recorded purchase', () => {
  const prepare = async () => {
    const list = await createList(scene.contextIn('Root'), {
      name: 'Watched',
      description: '',
      stream: csv('Email,Why\nNORA.QUILL@mailbox.example,chargeback\n'),
    });
    await publish('Amount', [
      'OBSERVE Output(dice = RandomInt(1, 1000000000), at = DateTime.UtcNow, days = DaysSince(@"user.creationDate"))',
      'OBSERVE Output(why = Lookup("Watched", "Email", @"user.email", "Why", "-"))',
      'RETURN Review(Lookup("Watched", "Email", @"user.email", "Why", "-")) WHEN @"totalAmount" > 200',
    ]);
    return list;
  };

  it('gives the same decision, outputs and trace again, although its list and rules have changed since', async () => {
    const list = await prepare();
    const { answer, event } = await decideAndStore(PURCHASE_SAMPLE);
    expect(JSON.parse(answer)).toMatchObject({
      resultDetails: { MerchantRuleDecision: 'Review', MerchantRuleReason: 'chargeback', PolicyApplied: 'Amount' },
    });
    await replaceList(scene.contextIn('Root'), list.id, {
      version: list.version,
      stream: csv('Email,Why\nsomebody@else.example,none\n'),
    });
    await publish('Later', ['RETURN Reject() WHEN true'], 'Child');
    expect(await replay(test.database, scene.tenantId, event)).toEqual({
      difference: null,
      language: { recorded: LANGUAGE_VERSION, current: LANGUAGE_VERSION },
      data: [],
    });
  });

  it('means what its texts meant in the version of the language that decided it', async () => {
    await publish('Name', ['RETURN Review() WHEN Patterns.IsRegexMatch("^\\w+$", "Иван")']);
    const { event } = await decideAndStore(PURCHASE_SAMPLE);
    const first = corrupt(event, { languageVersion: 1 });
    expect(await replay(test.database, scene.tenantId, first)).toMatchObject({
      difference: { path: 'decision' },
      language: { recorded: 1, current: LANGUAGE_VERSION },
    });
  });

  it('names the first difference when one recorded input is not what it was', async () => {
    await prepare();
    const { event } = await decideAndStore(PURCHASE_SAMPLE);
    const { seed, nowMs, planId } = inputsOf(event);
    expect(await differenceOf(corrupt(event, { seed: (seed + 1) >>> 0 }))).toMatchObject({
      path: 'outputs.Clause 1.dice',
    });
    expect(await differenceOf(corrupt(event, { nowMs: nowMs + 1000 }))).toEqual({
      path: 'outputs.Clause 1.at',
      recorded: '"2026-03-14T10:22:31.12Z"',
      recomputed: '"2026-03-14T10:22:32.12Z"',
    });
    const request = { ...(event.request as JsonObject), totalAmount: 1 };
    expect(await differenceOf({ ...event, request })).toEqual({
      path: 'decision',
      recorded: '"Review"',
      recomputed: '"Approve"',
    });
    await publish('Later', ['RETURN Reject() WHEN true']);
    const { event: next } = await decideAndStore({ ...PURCHASE_SAMPLE, purchaseId: 'next' });
    expect(inputsOf(next).planId).not.toBe(planId);
    expect(await differenceOf(corrupt(event, { planId: inputsOf(next).planId }))).toMatchObject({
      path: 'trace[1]',
    });
    expect(await differenceOf(corrupt(event, { planId: 'nobody' }))).toEqual({
      path: 'inputs.planId',
      recorded: '"nobody"',
      recomputed: null,
    });
  });

  it('names the place of a recorded request that could not have been taken', async () => {
    const { event } = await decideAndStore(PURCHASE_SAMPLE);
    const request = { ...(event.request as JsonObject), totalAmount: 'x' };
    expect(await differenceOf({ ...event, request })).toMatchObject({ path: 'request.totalAmount' });
  });

  it('is decided from the request as it came, in whatever spelling', async () => {
    await prepare();
    const shouted = Object.entries(PURCHASE_SAMPLE).map(([name, value]) => [name.toUpperCase(), value] as const);
    const { event } = await decideAndStore(PURCHASE_SAMPLE);
    expect(await differenceOf({ ...event, request: Object.fromEntries(shouted) })).toBeNull();
  });

  it('is found by its id alone, in every environment that has one', async () => {
    const eventId = newId();
    await decideAndStore({ ...PURCHASE_SAMPLE, purchaseId: eventId });
    const environmentId = scene.idOf('Child');
    expect(await replayEverywhere(test.database, eventId)).toMatchObject([
      { environmentId, environmentName: 'Child', difference: null },
    ]);
    expect(await replayEverywhere(test.database, eventId, scene.idOf('Root'))).toEqual([]);
    expect(await replayEverywhere(test.database, 'nobody sent this')).toEqual([]);
  });

  it('is answered in the very same bytes by another node when it is sent again', async () => {
    await prepare();
    const { answer } = await decideAndStore(PURCHASE_SAMPLE);
    const again = await decideAndStore({ ...PURCHASE_SAMPLE, totalAmount: 1 });
    expect(again.answer).toBe(answer);
  });

  it('tells in Diagnostics which statement could not be worked out, and goes on', async () => {
    await publish('Careless', ['RETURN Reject() WHEN 1 / (@"totalAmount" - 214.9) > 0', 'RETURN Review("second")']);
    const { answer, event } = await decideAndStore(PURCHASE_SAMPLE);
    const { resultDetails } = JSON.parse(answer) as { resultDetails: Record<string, unknown> };
    expect(resultDetails).toMatchObject({ MerchantRuleDecision: 'Review', MerchantRuleReason: 'second' });
    expect(resultDetails.Diagnostics).toEqual({ 'Careless/Clause 1': [expect.any(String)] });
    expect(await differenceOf(event)).toBeNull();
  });
});
