import { Readable } from 'node:stream';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../testing/scene.ts';
import { putCurrencySettings, removeExchangeRates, uploadExchangeRates } from './currencies.commands.ts';
import { exportExchangeRates, getCurrencies, getRateHistory } from './currencies.queries.ts';

const test = useDatabase();
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' }, Other: {} });
});

const upload = (text: string, environment = 'Root', name = 'rates.csv') =>
  uploadExchangeRates(scene.contextIn(environment), { name, stream: Readable.from([Buffer.from(text)]) });
const choose = (currency: string | null, maxAgeDays = 7, version = '0', environment = 'Root') =>
  putCurrencySettings(scene.contextIn(environment), { version, currency, maxAgeDays });
const activity = () =>
  test.asAdmin<{ operation: string; resource_type: string; modified: object }>(
    `select operation, resource_type, modified from audit_entry
      where tenant_id = '${scene.tenantId}' and resource_type in ('CurrencySettings', 'ExchangeRates') order by at, entry_id`,
  );

/** The day of the scene is 2026-03-14, a Saturday. */
const ECB = 'Date,USD,SEK,\n2026-03-13,1.1,11,\n2026-03-11,1.2,12,\n2026-03-10,1.25,N/A,\n';

describe('exchange rates', () => {
  it('are taken in, counted by pair, and written down', async () => {
    expect(await upload(ECB)).toMatchObject({
      layout: 'ecb',
      rates: 5,
      added: 5,
      changed: 0,
      from: '2026-03-10',
      to: '2026-03-13',
    });
    const detail = await getCurrencies(scene.contextIn('Root'));
    expect(detail).toMatchObject({ currency: null, maxAgeDays: 7, current: [], gaps: ['2026-03-12'], canWrite: true });
    expect(detail.pairs).toEqual([
      { base: 'EUR', quote: 'SEK', days: 2, from: '2026-03-11', to: '2026-03-13', rate: 11 },
      { base: 'EUR', quote: 'USD', days: 3, from: '2026-03-10', to: '2026-03-13', rate: 1.1 },
    ]);
    expect(await activity()).toEqual([
      { operation: 'Import', resource_type: 'ExchangeRates', modified: expect.anything() },
    ]);
  });

  it('are put right by a later file, which says how many', async () => {
    await upload(ECB);
    const again = await upload(
      'date,base,quote,rate\n2026-03-13,EUR,USD,1.15\n2026-03-13,EUR,SEK,11\n2026-03-12,EUR,SEK,11.5\n',
    );
    expect(again).toMatchObject({ rates: 3, added: 1, changed: 1, standing: 2 });
    const { files } = await getCurrencies(scene.contextIn('Root'));
    expect(files.map(({ standing }) => standing).toSorted()).toEqual([2, 4]);
    expect(await exportExchangeRates(scene.contextIn('Shop'))).toBe(
      [
        'date,base,quote,rate',
        '2026-03-10,EUR,USD,1.25',
        '2026-03-11,EUR,SEK,12',
        '2026-03-11,EUR,USD,1.2',
        '2026-03-12,EUR,SEK,11.5',
        '2026-03-13,EUR,SEK,11',
        '2026-03-13,EUR,USD,1.15',
        '',
      ].join('\r\n'),
    );
  });

  it('come out as they can be taken in elsewhere', async () => {
    await upload(ECB);
    const written = await exportExchangeRates(scene.contextIn('Root'));
    await upload(written, 'Other');
    expect(await exportExchangeRates(scene.contextIn('Other'))).toBe(written);
  });

  it('of a file with a mistake are not taken in', async () => {
    const refused = upload('date,base,quote,rate\n2026-03-13,EUR,USD,1.1\n2026-03-13,EUR,SEK,none\n');
    await expect(refused).rejects.toMatchObject({ code: 'RATE-FILE-INVALID', problems: [{ path: 'line 3' }] });
    await expect(upload('date,base,quote,rate\n2026-03-16,EUR,USD,1.1\n')).rejects.toMatchObject({
      problems: [{ path: 'line 0', message: '2026-03-16 has not come yet: no rate is known of it.' }],
    });
    expect((await getCurrencies(scene.contextIn('Root'))).files).toEqual([]);
  });

  it('that a file said last go with it', async () => {
    const first = await upload(ECB);
    await upload('date,base,quote,rate\n2026-03-13,EUR,USD,1.15\n');
    const after = await removeExchangeRates(scene.contextIn('Root'), first.id);
    expect(after.pairs.map(({ quote, days }) => [quote, days])).toEqual([['USD', 1]]);
    await expect(removeExchangeRates(scene.contextIn('Root'), first.id)).rejects.toMatchObject({
      code: 'RATE-FILE-UNKNOWN',
    });
  });

  it('are those of the whole tree, and of no other', async () => {
    await upload(ECB);
    await choose('SEK');
    await expect(upload(ECB, 'Shop')).rejects.toMatchObject({ code: 'CURRENCY-NOT-ROOT', params: { name: 'Root' } });
    await expect(choose('USD', 7, '0', 'Shop')).rejects.toMatchObject({ code: 'CURRENCY-NOT-ROOT' });
    expect(await getCurrencies(scene.contextIn('Shop'))).toMatchObject({
      currency: 'SEK',
      root: { name: 'Root', isHere: false },
      canWrite: false,
    });
    expect(await getCurrencies(scene.contextIn('Other'))).toMatchObject({ currency: null, pairs: [] });
  });
});

describe('the currency that amounts are converted to', () => {
  it('is chosen once per state, and says what others are worth in it now', async () => {
    await upload(ECB);
    const chosen = await choose('SEK', 3);
    expect(chosen.current).toEqual([
      { currency: 'EUR', rate: 11, day: '2026-03-13' },
      { currency: 'USD', rate: (1 / 1.1) * 11, day: '2026-03-13' },
    ]);
    await expect(choose('EUR', 3)).rejects.toMatchObject({ code: 'CURRENCY-SETTINGS-STALE' });
    expect((await choose('SEK', 0, chosen.version)).current[0]).toEqual({ currency: 'EUR', rate: null, day: null });
    expect((await activity()).map(({ operation }) => operation).toSorted()).toEqual(['Import', 'Update', 'Update']);
  });

  it('shows what one of another was worth day by day, with the days that have none', async () => {
    await upload(ECB);
    await choose('SEK', 1);
    const { into, points } = await getRateHistory(scene.contextIn('Shop'), { currency: 'EUR', days: 7 });
    expect(into).toBe('SEK');
    expect(points.map(({ rate }) => rate)).toEqual([null, null, null, 12, 12, 11, 11]);
    expect(points.at(-1)?.day).toBe('2026-03-14');
  });
});

describe('open cases', () => {
  const rates = async () =>
    Object.fromEntries(
      (
        await test.asAdmin<{ id: string; rate: number }>(
          `select event_id as id, rate from review_case where tenant_id = '${scene.tenantId}' order by event_id`,
        )
      ).map(({ id, rate }) => [id, rate]),
    );

  beforeEach(async () => {
    const add = (environment: string, id: string, currency: string | null, outcome: string | null = null) =>
      test.asAdmin(
        `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
            amount_units, currency, queue_id, settles_at, due_at, outcome, ended_at)
          values ($1, $2, 1, $3, gen_random_uuid(), 1, '2026-03-14', '2026-03-14', 220000, $4, gen_random_uuid(), '2026-03-14',
            '2026-03-15', $5, case when $5::text is null then null else '2026-03-14'::timestamptz end)`,
        [scene.tenantId, scene.idOf(environment), id, currency, outcome],
      );
    await add('Shop', 'kronor', 'SEK');
    await add('Shop', 'euros', 'EUR');
    await add('Shop', 'none', null);
    await add('Shop', 'ended', 'SEK', 'Decided');
    await add('Other', 'elsewhere', 'SEK');
  });

  it('are ordered by amounts as they are converted, from the moment that rates or the currency change', async () => {
    const alone = { kronor: 1, euros: 1, none: 1, ended: 1, elsewhere: 1 };
    await upload(ECB);
    expect(await rates()).toEqual(alone);
    await choose('EUR');
    expect(await rates()).toEqual({ ...alone, kronor: 1 / 11 });
    const { id } = await upload('date,base,quote,rate\n2026-03-14,EUR,SEK,10\n');
    expect(await rates()).toEqual({ ...alone, kronor: 1 / 10 });
    await removeExchangeRates(scene.contextIn('Root'), id);
    expect(await rates()).toEqual({ ...alone, kronor: 1 / 11 });
    await choose('SEK', 7, '1');
    expect(await rates()).toEqual({ ...alone, euros: 11 });
    await choose(null, 7, '2');
    expect(await rates()).toEqual(alone);
  });
});
