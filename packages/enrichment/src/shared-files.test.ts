import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { drain } from './drain.ts';
import { readShared, shareFiles } from './shared-files.ts';

vi.mock(import('node:worker_threads'), async (original) => ({ ...(await original()), isMainThread: true }));

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redoubt-files-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('keeps the newest edition of a file for threads, in memory that all of them read', async () => {
  const path = join(directory, 'places.mmdb');
  const read = () => drain(readShared(path));
  await writeFile(path, 'first');
  expect(read().toString()).toBe('first');
  expect(getEnvironmentData(`redoubt file ${path}`)).toBeUndefined();
  shareFiles();
  const first = read();
  expect(first.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(read().buffer).toBe(first.buffer);
  await writeFile(path, 'newer');
  await utimes(path, 1, 1);
  expect(read().toString()).toBe('newer');
  expect(first.toString()).toBe('first');
});
