import { DEFAULT_COST_MODEL, type CostModel } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { putCurrencySettings } from '../currencies/currencies.commands.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getCostModel } from './get-cost-model.query.ts';
import { putCostModel } from './put-cost-model.command.ts';

const test = useDatabase();
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' }, Till: { parent: 'Shop' } });
});

const costs: CostModel = { ...DEFAULT_COST_MODEL, marginPercent: 12.5, reviewCost: 4 };
const get = (environment: string) => getCostModel(scene.contextIn(environment));
const put = async (environment: string, model: CostModel | null) =>
  putCostModel(scene.contextIn(environment), { version: (await get(environment)).version, model });

describe('the costs of an environment', () => {
  it('are the defaults until it says some', async () => {
    expect(await get('Till')).toMatchObject({
      model: DEFAULT_COST_MODEL,
      from: null,
      own: false,
      currency: null,
      changed: null,
      canWrite: true,
    });
  });

  it('count below it, until an environment there says its own', async () => {
    await put('Root', costs);
    await put('Shop', { ...costs, insultCost: 7 });
    expect(await get('Till')).toMatchObject({ model: { insultCost: 7 }, from: { name: 'Shop' }, own: false });
    expect(await get('Shop')).toMatchObject({ own: true, inherited: costs, changed: { by: expect.any(String) } });
    expect(await put('Shop', null)).toMatchObject({ model: costs, from: { name: 'Root' }, own: false });
    expect(await get('Till')).toMatchObject({ model: costs, from: { name: 'Root' } });
  });

  it('are in the currency that amounts of the tree are converted to', async () => {
    await putCurrencySettings(scene.contextIn('Root'), { version: '0', currency: 'SEK', maxAgeDays: 7 });
    expect((await get('Till')).currency).toBe('SEK');
  });

  it('are written down where they change, and only there', async () => {
    await put('Shop', costs);
    await put('Shop', costs);
    await put('Shop', null);
    expect((await scene.activities()).filter((line) => line.includes('CostModel'))).toHaveLength(2);
  });

  it('are not changed from an old version', async () => {
    const { version } = await get('Shop');
    await put('Shop', costs);
    await expect(putCostModel(scene.contextIn('Shop'), { version, model: null })).rejects.toMatchObject({
      code: 'COST-MODEL-STALE',
    });
  });
});
