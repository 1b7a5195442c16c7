import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRounds } from '@redoubt/testing/durability';
import { afterAll, beforeAll, expect, it } from 'vitest';

let dataDirectory = '';
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-kill-'));
});
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));

it('keeps every acknowledged event exactly once, every projection and every velocity true, however often it is killed under load', async () => {
  const result = await runKillRounds({ dataDirectory, rounds: 10, merchants: 24, eventsPerRound: 100, seed: 2026 });
  expect(result.damage).toEqual([]);
  expect(result.rounds).toHaveLength(10);
  expect(result.repeated).toBeGreaterThan(0);
  expect(result.tornSnapshots).toBeGreaterThan(0);
}, 600_000);
