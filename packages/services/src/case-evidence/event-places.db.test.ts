import { PURCHASE_SAMPLE } from '@redoubt/domain';
import type { EnrichmentData } from '@redoubt/enrichment';
import type { JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getEventPlaces } from './event-places.query.ts';

const test = useDatabase();
let scene: Scene;
let merchant: Merchant;

beforeEach(async () => {
  scene = await createScene(test.database, { Shop: {} });
  merchant = await createMerchant(test.database, scene);
});
afterEach(() => merchant.close());

const POINTS: Readonly<Record<string, readonly [country: string, city: string, latitude: number, longitude: number]>> =
  {
    '203.0.113.7': ['FR', 'Paris', 48.9, 2.4],
    '203.0.113.8': ['DE', 'Berlin', 52.5, 13.4],
  };
/** As the real data: they name their edition once they have answered. */
let hasAnswered = false;
const data: Pick<EnrichmentData, 'address' | 'versionOf'> = {
  address: (ip) => {
    hasAnswered = true;
    const [countryCode, city, latitude, longitude] = POINTS[ip] ?? [];
    if (countryCode === undefined) return {};
    const rest = { region: '', stateCode: '', postalCode: '', timeZone: '' };
    return {
      place: { ...rest, countryCode, city: city ?? '', latitude: latitude ?? null, longitude: longitude ?? null },
    };
  },
  versionOf: () => (hasAnswered ? 'DB-IP Lite 2026-11' : ''),
};

const buy = (purchaseId: string, userId: string, ipAddress: string, merchantLocalDate: string) =>
  merchant.send('Shop', 'purchase', {
    ...PURCHASE_SAMPLE,
    purchaseId,
    merchantLocalDate,
    _metadata: { trackingId: purchaseId, merchantTimeStamp: merchantLocalDate },
    user: { userId },
    deviceContext: { ...(PURCHASE_SAMPLE['deviceContext'] as JsonObject), ipAddress },
    shippingAddress: { city: 'Bergen', country: 'no' },
    paymentInstrumentList: [
      { merchantPaymentInstrumentId: 'pi', type: 'CreditCard', billingAddress: { country: 'DE' } },
    ],
  });
const places = async (eventId: string, from = data) => {
  const address = { eventType: 'purchase', eventEnvironmentId: scene.idOf('Shop'), eventId };
  hasAnswered = false;
  const found = await getEventPlaces(scene.contextIn('Shop'), address, from);
  expect(found.data).toEqual(['DB-IP Lite 2026-11']);
  return found.places.map(({ kind, country, name, point }) => [kind, country, name, point?.latitude ?? null]);
};

it('an event has the places of its addresses, where it came from, and where its user was before', async () => {
  await buy('p-1', 'nora', '203.0.113.8', '2026-03-14T08:00:00Z');
  await buy('p-2', 'nora', '203.0.113.7', '2026-03-14T09:00:00Z');
  await buy('p-3', 'other', '198.51.100.1', '2026-03-14T09:30:00Z');
  const addresses = [
    ['shipping', 'NO', 'Bergen', null],
    ['billing', 'DE', '', null],
  ];
  expect(await places('p-2')).toEqual([...addresses, ['ip', 'FR', 'Paris', 48.9], ['previous', 'DE', 'Berlin', 52.5]]);
  expect(await places('p-1')).toEqual([...addresses, ['ip', 'DE', 'Berlin', 52.5]]);
  expect(await places('p-3')).toEqual(addresses);
});
