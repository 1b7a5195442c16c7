import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@redoubt/kernel';
import { getChanges, operatorContext, putPublishApproval } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import { describe, expect, it } from 'vitest';
import { runCli, type CliRun } from '../testing/run-cli.ts';
import { useDemonstration } from '../testing/use-demonstration.ts';

let root = '';
let dataDirectory = '';
let database: Database;
let environment = '';

/** An installation whose server runs, with the demonstration's rules and lists. */
useDemonstration('config', (made) => ({ root, dataDirectory, database, environmentId: environment } = made));

const config = (...words: readonly string[]): Promise<CliRun> =>
  runCli(['config', ...words, '--environment', environment], {
    dataDirectory,
  });

const files = join('rules', 'purchase');

describe('redoubt config', () => {
  it('exports, says what differs, refuses with places, tries, and imports', async () => {
    const there = join(root, 'files');
    expect(await config('export', there)).toMatchObject({ exitCode: 0, errors: '' });
    expect(await readdir(join(there, files))).toEqual([
      'Blocked e-mail addresses.yaml',
      'Country to watch.yaml',
      'Default Support Rule.yaml',
      'New account, expensive basket.yaml',
      'branches',
    ]);
    expect(await config('diff', there)).toMatchObject({ exitCode: 0, output: `${environment} is as the files say.` });

    const path = join(there, files, 'Country to watch.yaml');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"LimitAmount"', '"Limit"').replaceAll('\n', '\r\n'));
    await writeFile(join(there, 'notes.yaml'), 'anything\n');
    const refused = await config('diff', there);
    expect(refused.exitCode).toBe(1);
    expect(refused.errors).toContain('rules/purchase/Country to watch.yaml:10:77:');
    expect(refused.errors).toContain('notes.yaml is no part of a configuration');

    await writeFile(path, text.replace('"Country to watch")', '"Far away")'));
    const tried = await config('import', there, '--dry-run');
    expect(tried).toMatchObject({ exitCode: 0 });
    expect(tried.output).toContain('~ rule purchase/Country to watch');
    expect(tried.output).toContain('    -       RETURN Review("Country to watch"), Output(limit = $limit)');
    expect(tried.output).toContain('    +       RETURN Review("Far away"), Output(limit = $limit)');
    expect(tried.output).toContain('this was a dry run');
    expect((await config('diff', there)).exitCode).toBe(1);
    expect(await config('import', there, '--by', 'Pipeline 7')).toMatchObject({ exitCode: 0 });
    expect(await config('diff', there)).toMatchObject({ exitCode: 0 });

    const misspelt = text.replace('"Country to watch")', '"Far away")').replace('@"user.country"', '@"user.contry"');
    await writeFile(path, misspelt);
    expect((await config('diff', there)).errors).toContain(
      'rules/purchase/Country to watch.yaml:6:53: warning FQL-MISSPELT-ATTRIBUTE No attribute "user.contry" is known here',
    );
    const imported = await config('import', there, '--json');
    expect(imported.exitCode).toBe(0);
    expect(JSON.parse(imported.output)).toMatchObject({
      applied: true,
      problems: [],
      warnings: [{ code: 'FQL-MISSPELT-ATTRIBUTE', path: 'rules/purchase/Country to watch.yaml' }],
    });
    expect((await config('diff', there)).errors).not.toContain('warning');

    await rm(join(there, 'lists', 'Trusted customers.yaml'));
    expect((await config('diff', there)).output).toContain('? list Trusted customers: only the environment has it');
    expect(await config('export', there)).toMatchObject({ exitCode: 0 });
    expect(await readdir(join(there, 'lists'))).toContain('Trusted customers.yaml');
  });

  it('leaves a request where a second person approves changes', async () => {
    const there = join(root, 'approved');
    await config('export', there);
    const operator = await operatorContext(database, systemClock, environment, 'Operator');
    await putPublishApproval(operator, { required: true });
    const asked = async () => (await getChanges(operator, { state: 'open' })).changes;
    expect(await config('import', there)).toMatchObject({ exitCode: 0, output: expect.stringContaining('0 changed') });

    const path = join(there, files, 'Country to watch.yaml');
    await writeFile(path, (await readFile(path, 'utf8')).replace(/Review\(".*?"\)/, 'Review("Abroad")'));
    expect(await config('import', there, '--dry-run')).toMatchObject({ exitCode: 0 });
    expect(await asked()).toEqual([]);

    const left = await config('import', there, '--by', 'Pipeline 7', '--note', 'Release 12');
    expect(left.exitCode).toBe(0);
    expect(left.output).toContain('~ rule purchase/Country to watch');
    const [request] = await asked();
    expect(request).toMatchObject({
      endpoint: 'configuration.import',
      asked: { by: 'Pipeline 7' },
      note: 'Release 12',
    });
    expect(left.output).toContain(
      `Nothing was changed yet: a second person approves changes of ${environment}. Request ${request?.id} waits`,
    );
    expect((await config('diff', there)).exitCode).toBe(1);

    const second = await config('import', there, '--by', 'Pipeline 7', '--json');
    expect(JSON.parse(second.output)).toMatchObject({ applied: false, request: (await asked())[0]?.id });
    expect(await asked()).toHaveLength(1);
  });

  it('says so where the environment or the files are not there', async () => {
    expect(await config('import', join(root, 'nowhere'))).toMatchObject({ exitCode: 2 });
    const wrong = await runCli(['config', 'export', root, '--environment', 'none'], {
      dataDirectory,
    });
    expect(wrong.errors).toMatch(/^There is no environment none; there are .+\.$/);
  });
});
