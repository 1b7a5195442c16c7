import type { SearchFilter, SearchQuery } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { importConfiguration } from '../configuration/import-configuration.command.ts';
import { DEMONSTRATION_ASSESSMENT } from '../demonstration/demonstration-assessment.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getSearchAttributes } from '../search/get-search-attributes.query.ts';
import { searchEvents } from '../search/search-events.query.ts';
import { summariseSearch } from '../search/summarise-search.query.ts';
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
  await merchant.send('Root', ASSESSMENT, redemption('r-2', { hotel: 'Old Mill', nights: 4 }));
  await merchant.send('Child', ASSESSMENT, redemption('r-3', { hotel: ' Harbour Inn', nights: 3 }));
  await merchant.send('Root', ASSESSMENT, redemption('r-4', {}));
});
afterAll(() => merchant.close());

const attributeOf = async (entity: Parameters<typeof getAttributes>[1]['entity'], path: string) => {
  const { attributes } = await getAttributes(scene.contextIn('Root'), { entity });
  return attributes.find((each) => each.path === path);
};

const find = async (eventType: 'purchase' | typeof ASSESSMENT, ...filters: SearchQuery['filters']) => {
  const day = { from: '2026-03-14T00:00:00.000Z', to: '2026-03-15T00:00:00.000Z' };
  const query = { eventType, ...day, includeChildren: true, filters };
  const { rows } = await searchEvents(scene.contextIn('Root'), { ...query, cursor: null, limit: 10 });
  return rows.map(({ eventId }) => eventId).toSorted();
};

describe('searching by fields of one’s own', () => {
  const hotel = (operator: SearchFilter['operator'], ...values: string[]): SearchFilter => ({
    field: 'own:booking.hotel',
    operator,
    values,
  });
  const nights = (operator: SearchFilter['operator'], ...values: string[]): SearchFilter => ({
    ...hotel(operator, ...values),
    field: 'own:booking.nights',
  });

  it('finds events by equality, range and presence, alone and together', async () => {
    expect(await find(ASSESSMENT, hotel('is', 'Harbour Inn '))).toEqual(['r-1', 'r-3']);
    expect(await find(ASSESSMENT, hotel('is', 'Harbour Inn', 'Old Mill'))).toEqual(['r-1', 'r-2', 'r-3']);
    expect(await find(ASSESSMENT, hotel('isNot', 'Harbour Inn'))).toEqual(['r-2', 'r-4']);
    expect(await find(ASSESSMENT, hotel('isEmpty'))).toEqual(['r-4']);
    expect(await find(ASSESSMENT, nights('atLeast', '2.5'))).toEqual(['r-2', 'r-3']);
    expect(await find(ASSESSMENT, nights('is', '2.0'))).toEqual(['r-1']);
    expect(await find(ASSESSMENT, hotel('is', 'Harbour Inn'), nights('is', '3'))).toEqual(['r-3']);
    const query = { eventType: ASSESSMENT, includeChildren: true, filters: [nights('isNotEmpty')] } as const;
    const day = { from: '2026-03-14T00:00:00.000Z', to: '2026-03-15T00:00:00.000Z' };
    expect(
      await summariseSearch(scene.contextIn('Root'), { ...query, ...day, filters: [...query.filters] }),
    ).toMatchObject({ total: 3 });
  });

  it('says what the fields are, and shows their values', async () => {
    const { attributes } = await getSearchAttributes(scene.contextIn('Child'));
    expect(attributes).toContainEqual({
      eventType: ASSESSMENT,
      field: 'own:booking.nights',
      path: 'booking.nights',
      name: 'Nights',
      type: 'integer',
      linkableAs: null,
      kept: null,
      canFill: false,
    });
  });

  it.each([
    ['a field that no schema has', 'own:booking.room', 'is', 'x', 'SRCH-FIELD-UNKNOWN'],
    ['an operator that its type has not', 'own:booking.hotel', 'atLeast', 'x', 'SRCH-QUERY-INVALID'],
    ['a value of another type', 'own:booking.nights', 'is', 'two', 'SRCH-QUERY-INVALID'],
  ] as const)('refuses %s', async (_what, field, operator, value, code) => {
    await expect(find(ASSESSMENT, { field, operator, values: [value] })).rejects.toMatchObject({ code });
    await expect(find('purchase', { field, operator, values: [value] })).rejects.toMatchObject({
      code: 'SRCH-FIELD-UNKNOWN',
    });
  });

  it('starts from the rows of a value, whatever else there is', async () => {
    const rows = await test.asAdmin<{ field: string; value: string }>(
      'select field, value from event_attribute where tenant_id = $1 order by field, value',
      [scene.tenantId],
    );
    expect(rows.map(({ field, value }) => `${field} ${value}`)).toEqual([
      'booking.hotel Harbour Inn',
      'booking.hotel Harbour Inn',
      'booking.hotel Old Mill',
      'booking.nights 2',
      'booking.nights 3',
      'booking.nights 4',
    ]);
  });
});

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

  it('counts the attributes of a schema alike in the tree and in the list', async () => {
    const context = scene.contextIn('Root');
    const { entities } = await getOntology(context);
    for (const { id, attributes: counted } of entities) {
      const { attributes } = await getAttributes(context, { entity: id });
      expect([id, attributes.filter(({ isInSchema }) => isInSchema).length]).toEqual([id, counted]);
    }
    expect(await attributeOf('purchase', 'customData.basket')).toMatchObject({ isInSchema: false });
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
    expect(await attributeOf(ASSESSMENT, 'booking.hotel')).toMatchObject({
      source: 'custom',
      name: 'Hotel',
      isSearchable: true,
      sent: 3,
    });
    expect(await attributeOf('purchase', 'deviceAttributes.trueIp')).toMatchObject({
      source: 'enrichment',
      sent: null,
    });
  });

  it('says what reads an attribute, also where a velocity reads it beside a later event', async () => {
    const names = (await attributeOf('purchase', 'user.email'))?.usedBy.map(({ kind, name }) => `${kind} ${name}`);
    expect(names?.toSorted()).toEqual(['rule Mail', 'velocitySet Refunded']);
    expect((await attributeOf('accountCreation', 'user.username'))?.usedBy).toEqual([]);
  });

  it('gathers what all events say of a thing', async () => {
    const { attributes, looked } = await getAttributes(scene.contextIn('Root'), { entity: 'user' });
    const events = new Set(attributes.map(({ event }) => event));
    expect([...events]).toEqual(expect.arrayContaining(['purchase', 'accountCreation', ASSESSMENT]));
    expect(attributes.filter(({ path }) => !/^(?:user|recipientUser|email|phone)\./.test(path))).toEqual([]);
    expect(looked.find(({ event }) => event === 'purchase')).toEqual({ event: 'purchase', events: 2 });
  });

  it('knows nothing of what was defined elsewhere', async () => {
    await expect(getAttributes(scene.contextIn('Root'), { entity: 'assessment-9' })).rejects.toMatchObject({
      code: 'ASSESSMENT-UNKNOWN',
    });
  });
});
