import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorKeys } from './installation-key.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

const settings = (changes: object) => ({
  REDOUBT_DATA: join(folder, 'data'),
  REDOUBT_KEY: undefined,
  REDOUBT_KEY_PREVIOUS: undefined,
  DATABASE_URL: undefined,
  ...changes,
});

it('is never made for a database that others may use', async () => {
  await expect(operatorKeys(settings({ DATABASE_URL: 'postgresql://db' }))).rejects.toThrow(
    /DATABASE_URL needs REDOUBT_KEY/,
  );
  await expect(readFile(join(folder, 'data', 'installation.key'))).rejects.toThrow('ENOENT');
});

it('is made once for the embedded database, for its owner alone to read', async () => {
  const { key } = await operatorKeys(settings({}));
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect(await operatorKeys(settings({}))).toEqual({ key });
  expect((await stat(join(folder, 'data', 'installation.key'))).mode & 0o777).toBe(0o600);
});

it('is the one that is given, with the one before', async () => {
  const given = { REDOUBT_KEY: 'given', REDOUBT_KEY_PREVIOUS: 'before', DATABASE_URL: 'postgresql://db' };
  expect(await operatorKeys(settings(given))).toEqual({ key: 'given', previous: 'before' });
});
