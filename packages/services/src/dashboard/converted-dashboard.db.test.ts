import { Readable } from 'node:stream';
import { HOUR_MS } from '@redoubt/kernel';
import { aPurchase, useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { putCurrencySettings, uploadExchangeRates } from '../currencies/currencies.commands.ts';
import { createScene } from '../testing/scene.ts';
import { storeEvents } from '../testing/store-events.ts';
import { getDashboard } from './get-dashboard.query.ts';

const test = useDatabase();

it('amounts of today are added up in the currency that was chosen, and what has no rate is counted', async () => {
  const scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' } });
  const place = { tenantId: scene.tenantId, environmentId: scene.idOf('Shop') };
  const receivedAtMs = scene.clock.now() - HOUR_MS;
  const at = { receivedAtMs, eventTimeMs: receivedAtMs };
  await storeEvents(test.database, [
    aPurchase(place, at, { amount: 10, currency: 'EUR' }),
    aPurchase(place, at, { amount: 220, currency: 'SEK', decision: 'Reject' }),
    aPurchase(place, at, { amount: 7, currency: 'NOK' }),
  ]);
  const totals = async () => {
    const query = { includeChildren: true, utcOffsetMinutes: 0 };
    const { amount, currency, rejectedAmount, unconverted } = (await getDashboard(scene.contextIn('Shop'), query))
      .totals;
    return { amount, currency, rejectedAmount, unconverted };
  };
  expect(await totals()).toEqual({ amount: null, currency: null, rejectedAmount: null, unconverted: 0 });

  await putCurrencySettings(scene.contextIn('Root'), { version: '0', currency: 'EUR', maxAgeDays: 7 });
  const stream = Readable.from([Buffer.from('Date,SEK\n2026-03-13,11\n')]);
  await uploadExchangeRates(scene.contextIn('Root'), { name: 'rates.csv', stream });
  expect(await totals()).toEqual({ amount: 30, currency: 'EUR', rejectedAmount: 20, unconverted: 1 });
});
