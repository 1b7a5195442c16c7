import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newOperatorKey, unlockInstallation } from '@redoubt/services';
import { saveDataResidency, type Database } from '@redoubt/storage';
import { beforeAll, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { useDemonstration } from '../testing/use-demonstration.ts';

let root = '';
let dataDirectory = '';
let database: Database;
let tenantId = '';
let environmentId = '';

useDemonstration('tenant-residency', (made) => ({ root, dataDirectory, database, tenantId, environmentId } = made));

const exportTo = (folder: string, ...options: readonly string[]) =>
  runCli(['tenant', 'export', tenantId, join(root, folder), ...options], {
    dataDirectory,
    variables: { REDOUBT_PACKAGE_KEY: newOperatorKey() },
  });

const isThere = (folder: string): Promise<boolean> =>
  access(join(root, folder)).then(
    () => true,
    () => false,
  );

beforeAll(async () => {
  const key = newOperatorKey();
  await writeFile(join(dataDirectory, 'installation.key'), `${key}\n`, { mode: 0o600 });
  await unlockInstallation(database, { key });
  const changed = { by: 'Mara Lindqvist', at: new Date() };
  await database.inTenant(tenantId, (trx) =>
    saveDataResidency(trx, tenantId, environmentId, { geographies: [], destinations: [] }, changed),
  );
});

it('exports a tenant whose data may not leave its geography only to where it may be', async () => {
  expect(await exportTo('unsaid')).toMatchObject({
    exitCode: 2,
    errors: expect.stringMatching(/may leave only to EU; say where the package will be with --geography <code>/),
  });
  expect(await exportTo('elsewhere', '--geography', 'US')).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('the package would be in US'),
  });
  expect(await Promise.all(['unsaid', 'elsewhere'].map(isThere))).toEqual([false, false]);
  expect(await exportTo('here', '--geography', 'EU')).toMatchObject({
    exitCode: 0,
    output: expect.stringMatching(/^Exported .*: [\d,]+ rows, /),
  });
});
