import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInstallation } from './installation.ts';
import { readSettings } from './settings/settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-installation-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const withFile = async (text: string) => {
  const file = join(folder, 'statement.txt');
  await writeFile(file, text);
  return readInstallation(readSettings({ ATTESTATION_FILE: file }));
};

describe('what the operator decides for the installation', () => {
  it('offers one place for data unless some are named', async () => {
    expect((await readInstallation(readSettings({}))).geographies).toEqual([
      { code: 'local', friendlyName: 'This installation' },
    ]);
    const named = await readInstallation(readSettings({ GEOGRAPHIES: 'EU=Europe,US=United States' }));
    expect(named.geographies.map(({ code, friendlyName }) => `${code} ${friendlyName}`)).toEqual([
      'EU Europe',
      'US United States',
    ]);
    expect(() => readSettings({ GEOGRAPHIES: 'Europe' })).toThrowError(/GEOGRAPHIES: /);
  });

  it('names each wording of an own statement by what it says', async () => {
    const { statement } = await readInstallation(readSettings({}));
    expect(statement.text).toBeNull();
    const first = await withFile('We score transactions.\n');
    expect(first.statement.text).toBe('We score transactions.');
    expect(first.statement.version).toMatch(/^own-[0-9a-f]{12}$/);
    expect((await withFile('We score transactions.')).statement.version).toBe(first.statement.version);
    expect((await withFile('We score orders.')).statement.version).not.toBe(first.statement.version);
  });

  it('refuses a statement that is not there, or empty, in one sentence', async () => {
    const missing = readInstallation(readSettings({ ATTESTATION_FILE: join(folder, 'none.txt') }));
    await expect(missing).rejects.toThrowError(/^ATTESTATION_FILE cannot be read: .*none\.txt\.$/);
    await expect(withFile(' \n')).rejects.toThrowError(/^ATTESTATION_FILE is empty: /);
  });
});
