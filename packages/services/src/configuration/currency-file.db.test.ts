import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { putCurrencySettings } from '../currencies/currencies.commands.ts';
import { getCurrencies } from '../currencies/currencies.queries.ts';
import { importFiles } from '../testing/import-files.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { exportConfiguration } from './export-configuration.ts';

const test = useDatabase();
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Made: {}, Copy: {}, Below: { parent: 'Copy' } });
});

const exported = async (environment: string) => {
  const files = await exportConfiguration(scene.contextIn(environment));
  return files.find(({ path }) => path === 'currency.yaml')?.text;
};

it('the currency goes from one tree to another, and is not written where nothing was chosen', async () => {
  expect(await exported('Made')).toBeUndefined();
  await putCurrencySettings(scene.contextIn('Made'), { version: '0', currency: 'SEK', maxAgeDays: 4 });
  const file = await exported('Made');
  expect(file).toBe('currency: SEK\nmaxAgeDays: 4\n');
  const { problems, changes } = await importFiles(scene.contextIn('Copy'), { 'currency.yaml': file ?? '' });
  expect(problems).toEqual([]);
  expect(changes).toMatchObject([{ kind: 'currency', change: 'added' }]);
  expect(await exported('Copy')).toBe(file);
  expect(await getCurrencies(scene.contextIn('Below'))).toMatchObject({ currency: 'SEK', maxAgeDays: 4 });
  expect(await exported('Below')).toBeUndefined();
});

it('a file with a mistake is refused at its place, and one below the root as such', async () => {
  const wrong = await importFiles(scene.contextIn('Copy'), { 'currency.yaml': 'currency: kroner\nmaxAgeDays: 4\n' });
  expect(wrong.problems).toMatchObject([{ path: 'currency.yaml', line: 1 }]);
  const below = await importFiles(scene.contextIn('Below'), { 'currency.yaml': 'currency: SEK\nmaxAgeDays: 4\n' });
  expect(below.problems).toMatchObject([{ path: 'currency.yaml' }]);
  expect((await getCurrencies(scene.contextIn('Below'))).currency).toBeNull();
});
