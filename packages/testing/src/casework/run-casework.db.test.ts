import { expect, it } from 'vitest';
import { useDatabase } from '../database/index.ts';
import { runCasework } from './run-casework.ts';

const test = useDatabase();

it('agents on two nodes decide each case once, though leases end, time-outs come and nodes are killed', async () => {
  const { database, server, name: databaseName } = test;
  const result = await runCasework({
    database,
    server,
    databaseName,
    agents: 20,
    cases: 600,
    kills: 2,
    seed: 7,
    factor: 1200,
  });
  expect(result.damage).toEqual([]);
  expect({ kills: result.kills, cases: result.cases }).toEqual({ kills: 2, cases: 600 });
  expect(Object.keys(result.decidedBy).toSorted()).toEqual(['Agent', 'Bulk', 'TimeOut']);
  expect(result.expired).toBeGreaterThan(0);
}, 120_000);
