import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deleteAssessment, deleteObservation } from '../assessments/change-assessment.commands.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { getEvent } from '../events/get-event.query.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { getInventory } from '../inventory/get-inventory.query.ts';
import { createMerchant, INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { startBackfills } from '../testing/jobs.ts';
import { getVelocityHistory } from './velocity-history.query.ts';
import { createVelocitySet } from './create-velocity-set.command.ts';
import { getVelocitySymbolTable, getVelocitySets } from './get-velocity-sets.query.ts';
import { getVelocityValue } from './get-velocity-value.query.ts';
import { publishVelocitySet } from './publish-velocity-set.command.ts';

// The backfill starts a thread, which takes seconds on a machine that does much else.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const test = useDatabase();
const words = { description: '', active: true, note: '', overwrite: false } as const;
let scene: Scene;
let merchant: Merchant;
let version: string;

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {} });
  merchant = await createMerchant(test.database, scene);
  ({ version } = await createAssessment(scene.contextIn('Root'), {
    template: 'LoyaltyProgram',
    apiName: 'Points',
    friendlyName: 'Points redemption',
    sections: ['user', 'loyalty'],
    fields: [],
    observations: [{ template: 'Custom', friendlyName: 'Stay', apiName: 'stay', fields: [] }],
    label: { friendlyName: 'Verdict', fields: [] },
    features: { caseManagement: false, search: true, reporting: true },
    dataSubjectIds: [],
    runMode: 'allUntilDecision',
  }));
});
afterAll(() => merchant.close());

const root = () => scene.contextIn('Root');
const metadata = (eventId: string) => ({ eventId, merchantTimeStamp: new Date(scene.clock.now()).toISOString() });

const redeem = (eventId: string, id: string) =>
  merchant.send('Root', 'assessment-1', { metadata: metadata(eventId), user: { id } });

const tell = (eventId: string, stay: JsonObject) =>
  merchant.send('Root', 'observation-1-1', {
    metadata: { ...metadata(eventId), observationId: newId() },
    stay,
  });

const read = async (velocity: string) => {
  await merchant.caughtUp();
  return (await getVelocityValue(root(), merchant.velocities, { velocity, key: 'ann', window: '1d' })).value;
};

const CODES = [
  'SELECT Count() AS redemptions FROM Points GROUPBY @"user.id"',
  'SELECT Count() AS noShows FROM points:Stay WHEN @"stay.noShow" == true GROUPBY @"Points.user.id"',
  'SELECT Count() AS anything FROM Points, Points:Label, Purchase GROUPBY @"user.id" + @"Points.user.id"',
];

it('counts events of defined assessments and what is told about them, with history, and keeps them from deletion', async () => {
  await redeem('ev-1', 'ann');
  await tell('ev-1', { noShow: true });

  const { events, attributes } = await getVelocitySymbolTable(root());
  expect(events).toContainEqual(
    expect.objectContaining({ name: 'Points:stay', kind: 'observation-1-1', title: 'Points redemption · Stay' }),
  );
  expect(attributes.map(({ path }) => path)).toContain('Points.user.id');

  const velocities = CODES.map((code) => ({ id: newId(), code }));
  const text = { condition: '', velocities, sampleEvent: 'observation-1-1', samplePayload: {} } as const;
  const set = await createVelocitySet(root(), { name: 'Redemptions', description: '', text });
  expect((await getVelocitySets(root())).drafts[0]?.velocities[1]?.events).toEqual(['observation-1-1']);
  const start = 'withHistory' as const;
  await publishVelocitySet(root(), set.id, { ...words, name: 'Redemptions', version: set.version, start });

  await redeem('ev-2', 'ann');
  await tell('ev-2', { noShow: true });
  await tell('ev-2', { noShow: false });
  await merchant.send('Root', 'label-1', { metadata: metadata('ev-2'), label: { isFraud: true } });
  expect([await read('redemptions'), await read('noShows'), await read('anything')]).toEqual([1, 1, 2]);

  const { clock } = scene;
  const backfills = startBackfills({ database: test.database, clock, installationKey: INSTALLATION_KEY, settleMs: 0 });
  try {
    await vi.waitFor(
      async () => expect((await getVelocityHistory(root(), set.id)).backfill).toMatchObject({ status: 'done' }),
      { timeout: 120_000, interval: 20 },
    );
  } finally {
    await backfills.close();
  }
  expect([await read('redemptions'), await read('noShows'), await read('anything')]).toEqual([2, 2, 3]);

  const { resources, edges } = await getInventory(root());
  const key = 'assessment:assessment-1';
  expect(resources).toContainEqual(expect.objectContaining({ key, type: 'assessment', name: 'Points redemption' }));
  expect(edges).toContainEqual({ reader: `velocitySet:${set.id}`, read: key, parts: expect.arrayContaining(['stay']) });
  const observation = deleteObservation(root(), 'assessment-1', 1, version);
  await expect(observation).rejects.toMatchObject({ code: 'ASSESSMENT-REFERENCED' });
  const whole = deleteAssessment(root(), 'assessment-1', { version, apiName: 'Points' });
  await expect(whole).rejects.toMatchObject({ code: 'ASSESSMENT-REFERENCED' });
});

it('is read by rules, and what they read stands with the event', async () => {
  const clauses = [
    { id: newId(), name: 'Often', code: 'RETURN Review("OFTEN")\nWHEN Velocity.noShows(@"user.id", 1d) > 1' },
  ];
  const rule = await createRule(root(), 'assessment-1', {
    name: 'No-shows',
    description: '',
    text: { condition: '', clauses, samplePayload: {} },
  });
  await publishRule(root(), 'assessment-1', rule.id, { ...words, name: 'No-shows', version: rule.version });
  await redeem('ev-3', 'ann');
  const event = await getEvent(root(), {
    environmentId: scene.idOf('Root'),
    eventType: 'Points',
    eventEnvironmentId: scene.idOf('Root'),
    eventId: 'ev-3',
  });
  expect(event).toMatchObject({ decision: 'Review', reason: 'OFTEN' });
  expect(event.velocities).toMatchObject([{ name: 'noShows', value: 2 }]);
});
