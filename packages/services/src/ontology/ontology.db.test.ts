import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { importConfiguration } from '../configuration/import-configuration.command.ts';
import { DEMONSTRATION_ASSESSMENT } from '../demonstration/demonstration-assessment.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getAttributes } from './get-attributes.query.ts';
import { getOntology } from './get-ontology.query.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

const ASSESSMENT = 'assessment-1';

const FILES = {
  'rules/purchase/Mail.yaml':
    'rule: Mail\nassessment: purchase\nclauses:\n  - name: Decide\n    code: RETURN Review() WHEN @"user.email" == "a@b.example"\n',
  'velocities/Refunded.yaml':
    'velocitySet: Refunded\nvelocities:\n  - SELECT Count() AS refunded FROM Purchase:Chargeback GROUPBY @"purchase.user.email"\n',
};

const purchase = (purchaseId: string, customData: Readonly<Record<string, string | number>>) => ({
  ...PURCHASE_SAMPLE,
  purchaseId,
  customData,
});

const redemption = (eventId: string, booking: Readonly<Record<string, string | number>>) => ({
  metadata: { eventId, merchantTimeStamp: '2026-03-14T10:00:00Z' },
  user: { id: 'guest-1' },
  booking,
});

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  await createAssessment(scene.contextIn('Root'), DEMONSTRATION_ASSESSMENT);
  const files = Object.entries(FILES).map(([path, text]) => ({ path, text }));
  const input = { files, prune: false, without: [], velocityStart: 'fromNow', apply: true } as const;
  await importConfiguration(scene.contextIn('Root'), input);
  merchant = await createMerchant(test.database, scene);
  await merchant.send('Root', 'purchase', purchase('p-1', { basket: 'Blue 77' }));
  await merchant.send('Child', 'purchase', purchase('p-2', {}));
  await merchant.send('Root', ASSESSMENT, redemption('r-1', { hotel: 'Harbour Inn', nights: 2 }));
});
afterAll(() => merchant.close());

const attributeOf = async (entity: Parameters<typeof getAttributes>[1], path: string) => {
  const { attributes } = await getAttributes(scene.contextIn('Root'), entity);
  return attributes.find((each) => each.path === path);
};

describe('the ontology', () => {
  it('holds things, events and own assessments, and how they are related', async () => {
    const { entities, relations } = await getOntology(scene.contextIn('Root'));
    expect(entities.find(({ id }) => id === ASSESSMENT)).toMatchObject({
      group: 'assessment',
      name: 'Points redemption',
    });
    expect(entities.filter(({ attributes }) => attributes === 0)).toEqual([]);
    expect(relations).toContainEqual({ from: 'chargeback', to: 'purchase', type: 'about' });
    expect(relations).toContainEqual({ from: ASSESSMENT, to: 'user', type: 'has' });
  });

  it('says of each attribute where it comes from, how often it is sent, and the shape of what was sent', async () => {
    const email = await attributeOf('purchase', 'user.email');
    expect(email).toMatchObject({ source: 'standard', isSearchable: true, personalData: 'contact', sent: 2 });
    expect(email?.sample).toMatch(/^[x.]+@[x.]+$/);
    expect(await attributeOf('purchase', 'customData.basket')).toMatchObject({
      source: 'custom',
      isSearchable: false,
      sample: 'xxxx 00',
      sent: 1,
    });
    expect(await attributeOf(ASSESSMENT, 'booking.hotel')).toMatchObject({ source: 'custom', name: 'Hotel', sent: 1 });
    expect(await attributeOf('purchase', 'deviceAttributes.trueIp')).toMatchObject({
      source: 'enrichment',
      sent: null,
    });
  });

  it('says what reads an attribute, also where a velocity reads it beside a later event', async () => {
    const names = (await attributeOf('purchase', 'user.email'))?.usedBy.map(({ type, name }) => `${type} ${name}`);
    expect(names?.toSorted()).toEqual(['rule Mail', 'velocitySet Refunded']);
    expect((await attributeOf('accountCreation', 'user.username'))?.usedBy).toEqual([]);
  });

  it('gathers what all events say of a thing', async () => {
    const { attributes, looked } = await getAttributes(scene.contextIn('Root'), 'user');
    const events = new Set(attributes.map(({ event }) => event));
    expect([...events]).toEqual(expect.arrayContaining(['purchase', 'accountCreation', ASSESSMENT]));
    expect(attributes.filter(({ path }) => !/^(?:user|recipientUser|email|phone)\./.test(path))).toEqual([]);
    expect(looked.find(({ event }) => event === 'purchase')).toEqual({ event: 'purchase', events: 2 });
  });

  it('knows nothing of what was defined elsewhere', async () => {
    await expect(getAttributes(scene.contextIn('Root'), 'assessment-9')).rejects.toMatchObject({
      code: 'ASSESSMENT-UNKNOWN',
    });
  });
});
