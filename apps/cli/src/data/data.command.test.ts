import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-data-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const data = (...words: readonly string[]) => runCli(['data', ...words], { dataDirectory: directory });

describe('refreshing data', () => {
  it('puts checked files where the server looks', async () => {
    const bins = join(directory, 'new.csv');
    await writeFile(bins, 'BIN,Issuer\n411111,First\n');
    const run = await data('refresh', '--bins', bins);
    expect(run).toMatchObject({ exitCode: 0, errors: '' });
    expect(run.output).toMatch(/issuer ranges: new\.csv [0-9a-f]{12}, 1 ranges/);
    expect(await readFile(join(directory, 'enrichment', 'bins.csv'), 'utf8')).toContain('First');
  });

  it('installs nothing that cannot be used', async () => {
    const bins = join(directory, 'new.csv');
    await writeFile(bins, 'BIN,Issuer\n411111,First\n');
    const run = await data('refresh', '--bins', bins, '--city', bins);
    expect(run.exitCode).toBe(1);
    expect(run.errors).toContain('is not an MMDB file');
    await expect(readFile(join(directory, 'enrichment', 'bins.csv'))).rejects.toThrow('ENOENT');
    expect((await data('refresh')).errors).toContain('Name at least one file');
  });
});
