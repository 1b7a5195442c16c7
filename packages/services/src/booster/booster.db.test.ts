import { setTimeout as delay } from 'node:timers/promises';
import { PURCHASE_SAMPLE, type BoosterSettings } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import { claimSharings, resetProjection } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { startReferenceIssuer, type ReferenceIssuer } from '@redoubt/testing/issuer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createExternalCall, deleteExternalCall } from '../external-calls/external-calls.commands.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { publishNewRule, REJECT } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import type { WorkPoll } from '../work-poll.ts';
import { inheritBooster, putBooster } from './booster.commands.ts';
import { getBooster, getBoosterSharings, previewBooster } from './booster.queries.ts';
import { startPurchaseSharing } from './share-purchases.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;
let issuer: ReferenceIssuer;
let sharing: WorkPoll | undefined;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' }, Grandchild: { parent: 'Child' } });
  // What is not fresh is not shared, by the clock of the database.
  scene.clock.advance(Date.now() - scene.clock.now());
  merchant = await createMerchant(test.database, scene);
  issuer = await startReferenceIssuer({ apiKey: 'key of the merchant' });
});
afterEach(async () => {
  await sharing?.close();
  sharing = undefined;
  await merchant.close();
  await issuer.close();
});

const start = (): void => {
  const { calls } = merchant;
  sharing = startPurchaseSharing({
    database: test.database,
    clock: scene.clock,
    monotonicMs: () => performance.now(),
    calls,
  });
};

const PARAMETERS = ['purchaseId', 'amount', 'currency', 'bin', 'email', 'isEmailValidated', 'shelf'];

const createCall = async (environment = 'Root', name = 'firstBank'): Promise<Id> => {
  const { id } = await createExternalCall(scene.contextIn(environment), merchant.calls, {
    name,
    description: '',
    definition: {
      method: 'POST',
      url: `${issuer.origin}/trust`,
      contentType: 'json',
      parameters: PARAMETERS.map((each) => ({ name: each, sample: '' })),
      configurations: [],
      headers: [],
      body: null,
      authentication: { kind: 'apiKey', header: 'x-api-key' },
      timeoutMs: 1000,
      defaultResponse: null,
      acceptsEmptyAnswer: true,
    },
    sampleResponse: null,
    secrets: { auth: 'key of the merchant' },
  });
  return id;
};

const settingsFor = (callId: Id): BoosterSettings => ({
  optedIn: true,
  attributes: ['bin'],
  holdoutPercent: 0,
  connectors: [{ name: 'First Bank', callId, bins: ['411111', '500000-500099'], networks: ['Amex'] }],
});

const put = async (environment: string, settings: BoosterSettings, consentVersion: number | null = 1) => {
  const context = scene.contextIn(environment);
  const { version } = await getBooster(context);
  const { optedIn, attributes, holdoutPercent, connectors } = settings;
  return putBooster(context, {
    optedIn,
    attributes: [...attributes],
    holdoutPercent,
    connectors: connectors.map((each) => ({ ...each, bins: [...each.bins], networks: [...each.networks] })),
    consentVersion,
    version,
  });
};

const card = (changes: JsonObject): JsonObject => ({
  paymentInstrumentList: [{ type: 'CreditCard', cardType: 'Visa', bin: '411111', cvvVerify: 'Y', ...changes }],
});

const buy = (purchaseId: string, changes: JsonObject = card({}), environment = 'Root') =>
  merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, purchaseId, ...changes });

const settled = async (count: number, environment = 'Root') => {
  await vi.waitFor(
    async () => {
      const { newest } = await getBoosterSharings(scene.contextIn(environment));
      expect(newest.filter(({ state }) => state !== 'waiting')).toHaveLength(count);
    },
    { timeout: 20_000, interval: 50 },
  );
  return (await getBoosterSharings(scene.contextIn(environment))).newest;
};

describe('approved purchases', () => {
  it('are told to the issuer of the card, with the fields that were agreed to and no others', async () => {
    await put('Root', settingsFor(await createCall()));
    await publishNewRule(scene.contextIn('Root'), 'Amount', [REJECT]);
    start();
    await buy('small', { ...card({}), totalAmount: 20 });
    await buy('large', { ...card({}), totalAmount: 5000 });
    await buy('elsewhere', { ...card({ bin: '400000' }), totalAmount: 20 });
    await buy('by-network', { ...card({ bin: null, cardType: 'Amex' }), totalAmount: 30 });
    const newest = await settled(2);
    expect(newest.map(({ eventId }) => eventId).toSorted()).toEqual(['by-network', 'small']);
    expect(newest.find(({ eventId }) => eventId === 'small')).toMatchObject({
      state: 'sent',
      connector: 'First Bank',
      bin: '411111',
      network: 'Visa',
      answer: 'accepted',
      httpStatus: 200,
      attempts: 1,
      reference: expect.stringContaining('ref-'),
    });
    expect(issuer.received.find(({ fields }) => fields['purchaseId'] === 'small')?.fields).toEqual({
      purchaseId: 'small',
      amount: 20,
      currency: 'EUR',
      bin: '411111',
      email: '',
      isEmailValidated: true,
      shelf: '',
    });
    const { counts } = await getBoosterSharings(scene.contextIn('Root'));
    expect(counts).toMatchObject([{ connector: 'First Bank', sent: 2, accepted: 2, failed: 0, heldOut: 0 }]);
  });

  it('are looked for seldom while nothing is shared, and told soon after sharing is switched on', async () => {
    // What tenants of other tests share.
    for (const table of ['booster_sharing', 'booster_setting']) await test.asAdmin(`delete from ${table}`);
    let looks = 0;
    const counted = Object.create(test.database, {
      listTenants: {
        value: () => {
          looks += 1;
          return test.database.listTenants();
        },
      },
    }) as typeof test.database;
    const { calls } = merchant;
    const monotonicMs = () => performance.now();
    sharing = startPurchaseSharing({ database: counted, clock: scene.clock, monotonicMs, calls });
    await delay(1500);
    expect(looks).toBe(1);
    await put('Root', settingsFor(await createCall()));
    await buy('first', { ...card({}), totalAmount: 20 });
    expect(await settled(1)).toMatchObject([{ eventId: 'first', state: 'sent' }]);
  });

  it('are told again after a failure, with the same key, and given up where the issuer refuses them', async () => {
    await put('Root', settingsFor(await createCall()));
    issuer.fail(1, 'takenButCut');
    start();
    await buy('cut', { ...card({}), totalAmount: 20 });
    expect(await settled(1)).toMatchObject([{ state: 'sent', attempts: 2, answer: 'accepted' }]);
    expect(issuer.received).toHaveLength(1);
    expect(issuer.requests()).toBe(2);
    issuer.fail(1, 422);
    await buy('refused', { ...card({}), totalAmount: 20 });
    const [refused] = await settled(2);
    expect(refused).toMatchObject({ eventId: 'refused', state: 'failed', httpStatus: 422, attempts: 1 });
    expect(issuer.requests()).toBe(3);
  });

  it('are told once by another node where one died after it took them, and not again by a rebuild', async () => {
    await put('Root', settingsFor(await createCall()));
    await buy('taken', { ...card({}), totalAmount: 20 });
    const taken = await claimSharings(test.database, { most: 5, leaseMs: 200 });
    expect(taken.map(({ eventId, attempts }) => [eventId, attempts])).toEqual([['taken', 0]]);
    expect(await claimSharings(test.database, { most: 5, leaseMs: 200 })).toEqual([]);
    start();
    expect(await settled(1)).toMatchObject([{ state: 'sent', attempts: 2 }]);
    await resetProjection(test.database, { name: 'booster', tables: [], apply: () => Promise.resolve() });
    await merchant.projected();
    await buy('later', { ...card({}), totalAmount: 20 });
    expect(await settled(2)).toMatchObject([{ eventId: 'later' }, { eventId: 'taken', attempts: 2 }]);
    expect(issuer.requests()).toBe(2);
  });

  it('are kept back as the holdout says, which is recorded', async () => {
    await put('Root', { ...settingsFor(await createCall()), holdoutPercent: 50 });
    start();
    const ids = Array.from({ length: 40 }, (_, index) => `purchase ${index}`);
    await Promise.all(ids.map((id) => buy(id, { ...card({}), totalAmount: 20 })));
    const newest = await settled(40);
    const heldOut = newest.filter(({ state }) => state === 'heldOut');
    // Twenty are expected; fewer than six would come once in a million runs.
    expect(heldOut.length).toBeGreaterThan(5);
    expect(heldOut.length).toBeLessThan(35);
    expect(issuer.received).toHaveLength(40 - heldOut.length);
  });

  it('are not told once sharing was taken back, though they were noted', async () => {
    const settings = settingsFor(await createCall());
    await put('Root', settings);
    await buy('noted', { ...card({}), totalAmount: 20 });
    await put('Root', { ...settings, optedIn: false });
    expect(await waiting()).toBe(1);
    start();
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000 });
    expect(issuer.requests()).toBe(0);
  });
});

const waiting = async (): Promise<number> =>
  test.database.readTenant(scene.tenantId, async (trx) => {
    const rows = await trx.selectFrom('booster_sharing').select('event_id').execute();
    return rows.length;
  });

describe('what is shared', () => {
  it('holds for all environments below, whose own choices a new one ends', async () => {
    const root = settingsFor(await createCall());
    await put('Root', root);
    expect(await getBooster(scene.contextIn('Grandchild'))).toMatchObject({
      optedIn: true,
      isChosenHere: false,
      inheritedFrom: { name: 'Root' },
    });
    await put('Child', { ...root, optedIn: false, connectors: [] });
    expect(await getBooster(scene.contextIn('Grandchild'))).toMatchObject({
      optedIn: false,
      inheritedFrom: { name: 'Child' },
    });
    expect((await getBooster(scene.contextIn('Root'))).below).toMatchObject([
      { name: 'Child', isChosenThere: true, optedIn: false },
      { name: 'Grandchild', isChosenThere: false, optedIn: false },
    ]);
    start();
    await buy('of a child', { ...card({}), totalAmount: 20 }, 'Grandchild');
    await put('Root', { ...root, holdoutPercent: 1 });
    expect(await getBooster(scene.contextIn('Child'))).toMatchObject({
      optedIn: true,
      inheritedFrom: { name: 'Root' },
    });
    await put('Root', root);
    await buy('of a child too', { ...card({}), totalAmount: 20 }, 'Grandchild');
    expect(await settled(1)).toMatchObject([{ eventId: 'of a child too', environmentName: 'Grandchild' }]);
    expect((await scene.activities()).filter((line) => line.includes('AcceptanceBooster'))).toHaveLength(5);
    await put('Child', { ...root, optedIn: false, connectors: [] });
    const { version } = await getBooster(scene.contextIn('Child'));
    expect(await inheritBooster(scene.contextIn('Child'), { version })).toMatchObject({ isChosenHere: false });
  });

  it('has to be agreed to, and again where it becomes more', async () => {
    const settings = settingsFor(await createCall());
    await expect(put('Root', settings, null)).rejects.toMatchObject({ code: 'BOOSTER-CONSENT-NEEDED' });
    expect(await put('Root', settings)).toMatchObject({ consent: { version: 1 }, optedIn: true });
    expect(await put('Root', { ...settings, holdoutPercent: 5 }, null)).toMatchObject({ holdoutPercent: 5 });
    await expect(put('Root', { ...settings, attributes: ['bin', 'email'] }, null)).rejects.toMatchObject({
      code: 'BOOSTER-CONSENT-NEEDED',
    });
    expect(await put('Root', { ...settings, optedIn: false }, null)).toMatchObject({ optedIn: false });
  });

  it('needs a connector whose call is of the environment, which is then kept', async () => {
    const callId = await createCall();
    const settings = settingsFor(callId);
    await expect(put('Child', settings)).rejects.toMatchObject({ code: 'REQ-INVALID', params: { count: 1 } });
    await expect(put('Root', { ...settings, connectors: [] })).rejects.toMatchObject({ code: 'REQ-INVALID' });
    const [first] = settings.connectors;
    if (first === undefined) throw new Error('there is a connector');
    const wrong = [first, { ...first, bins: [], networks: [] }];
    await expect(put('Root', { ...settings, connectors: wrong })).rejects.toMatchObject({
      code: 'REQ-INVALID',
      params: { count: 2 },
    });
    await put('Root', settings);
    await expect(deleteExternalCall(scene.contextIn('Root'), callId, '1')).rejects.toMatchObject({
      code: 'CALL-IN-BOOSTER',
    });
    expect((await getBooster(scene.contextIn('Root'))).calls).toMatchObject([{ unknownParameters: ['shelf'] }]);
  });

  it('is shown of a real purchase before anything is sent, with masks for those who see them', async () => {
    const { connectors } = settingsFor(await createCall());
    const body = {
      attributes: ['bin' as const, 'email' as const],
      connectors: connectors.map((each) => ({ ...each, bins: [...each.bins], networks: [...each.networks] })),
    };
    const context = scene.contextIn('Root');
    expect(await previewBooster(context, body)).toEqual({ purchase: null, connector: null, fields: [] });
    await buy('seen', { ...card({}), totalAmount: 20 });
    const shown = await previewBooster(context, body);
    expect(shown).toMatchObject({ purchase: { eventId: 'seen' }, connector: 'First Bank' });
    expect(shown.fields.map(({ name }) => name)).toEqual(PARAMETERS);
    const emailOf = ({ fields }: typeof shown) => fields.find(({ name }) => name === 'email');
    expect(emailOf(shown)).toMatchObject({ value: 'nora.quill@mailbox.example', isRaw: true, isMasked: false });
    const masked = await previewBooster({ ...context, maskedEnvironments: new Set([scene.idOf('Root')]) }, body);
    expect(emailOf(masked)).toMatchObject({ isMasked: true, value: expect.stringContaining('•••') });
    expect(issuer.requests()).toBe(0);
  });
});
