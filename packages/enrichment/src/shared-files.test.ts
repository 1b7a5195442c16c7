import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { drain } from './drain.ts';
import { readNetworks } from './ip/networks.ts';
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

it('keeps the table of networks for threads likewise, read once', async () => {
  const path = join(directory, 'networks.csv');
  await writeFile(path, '1.0.0.0,1.0.0.255,13335,Cloud Néts\n2001:db8::,2001:db8::ffff,AS64500,Docs\n');
  const read = () => drain(readNetworks([path]));
  const { value: find, version, size } = read();
  const kept = structuredClone(getEnvironmentData(`redoubt networks ${path}`)) as {
    readonly value: { readonly table: { readonly v4: { readonly starts: Uint32Array } } };
  };
  expect(kept.value.table.v4.starts.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect([find('1.0.0.7'), find('2001:db8::1'), find('9.9.9.9')]).toEqual([
    { asn: 13335, organization: 'Cloud Néts' },
    { asn: 64500, organization: 'Docs' },
    undefined,
  ]);
  expect(read()).toMatchObject({ version, size });
});
