import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

let dataDirectory: string;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-key-command-'));
});
afterAll(() => rm(dataDirectory, { recursive: true }));

const NEW = 'a new key that is long enough to be one';

it.each([
  [{ REDOUBT_KEY: NEW }, /REDOUBT_KEY_PREVIOUS/],
  [{ REDOUBT_KEY: 'short', REDOUBT_KEY_PREVIOUS: NEW }, /at least 32 characters/],
])('a key is not replaced with %j, and nothing is written', async (variables, sentence) => {
  const run = await runCli(['key', 'rotate'], { dataDirectory, variables });
  expect([run.exitCode, run.output]).toEqual([2, '']);
  expect(run.errors).toMatch(sentence);
  expect(await readdir(dataDirectory)).toEqual([]);
});
