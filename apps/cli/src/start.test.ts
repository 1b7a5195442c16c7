import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, 'main.ts');
const LIST = join(import.meta.dirname, 'testing', 'list-modules.mjs');

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-cli-start-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Packages and libraries that a command loads; of our own, those it runs code of. */
const loadedBy = async (...words: readonly string[]): Promise<readonly string[]> => {
  const { stderr } = await run(process.execPath, ['--import', LIST, MAIN, ...words], { cwd: directory });
  const urls = JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) as readonly string[];
  const names = urls.flatMap(
    (url) =>
      /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? /\/((?:apps|packages)\/[\w-]+)\//.exec(url)?.[1] ?? [],
  );
  return [...new Set(names)].toSorted();
};

test('the help loads the command line alone', async () => {
  expect(await loadedBy('--help')).toEqual(['apps/cli', 'commander', 'packages/kernel']);
});

test.each(['check', 'format'])('fql %s loads neither the server nor what speaks to a database', async (command) => {
  const text = join(directory, 'text.fql');
  await writeFile(text, 'RETURN Reject() WHEN @"totalAmount" > 5\n');
  const loaded = await loadedBy('fql', command, text);
  expect(loaded).toContain('packages/fql');
  for (const heavy of ['apps/server', 'packages/storage', 'packages/engine', 'packages/contracts', 'packages/identity'])
    expect(loaded).not.toContain(heavy);
});
