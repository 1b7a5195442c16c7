import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@redoubt/kernel';
import { seedDemonstration } from '@redoubt/services';
import { openDatabase, silentLogger, startEmbeddedPostgres, type EmbeddedPostgres } from '@redoubt/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, type CliRun } from '../../testing/run-cli.ts';

let root = '';
let running: EmbeddedPostgres;
let environment = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'redoubt-cli-check-'));
  running = await startEmbeddedPostgres({ dataDirectory: join(root, 'live'), log: silentLogger });
  const database = await openDatabase({ server: running, log: silentLogger });
  ({ environmentId: environment } = await seedDemonstration(database, { clock: systemClock }));
  await database.close();
});
afterAll(async () => {
  await running.stop();
  await rm(root, { recursive: true, force: true });
});

const check = async (text: string, ...words: readonly string[]): Promise<CliRun> => {
  const path = join(root, 'text.fql');
  await writeFile(path, text);
  return runCli(['fql', 'check', path, ...words], { dataDirectory: join(root, 'live') });
};

describe('fql check --environment', () => {
  it('knows what the environment has, and nothing else', async () => {
    const known = 'RETURN Reject() WHEN ContainsKey("Blocked e-mails", "Email", @"user.email")';
    const unknown = 'RETURN Reject() WHEN ContainsKey("No such list", "A", @"totalAmount") and External.nothing() == 1';
    expect((await check(unknown)).exitCode).toBe(0);
    const { output, exitCode } = await check(unknown, '--environment', environment);
    expect(exitCode).toBe(1);
    expect(output).toContain('FQL-UNKNOWN-LIST');
    expect(output).toContain('FQL-UNKNOWN-CALL');
    expect(output).not.toContain('FQL-UNKNOWN-ATTRIBUTE');
    expect((await check(known, '--environment', environment)).output).toBe('');
  });

  it('says which environment or assessment is not there', async () => {
    expect((await check('RETURN Reject()', '--environment', 'Nowhere')).errors).toContain(
      'There is no environment Nowhere',
    );
    expect(await check('RETURN Reject()', '--environment', environment, '--assessment', 'Returns')).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('There is no assessment Returns') as string,
    });
  });
});
