import { loadavg } from 'node:os';
import { runCasework, type CaseworkResult } from '@redoubt/testing/casework';
import { killPostgres } from '@redoubt/testing/durability';
import type { Machine } from '../measure/machine.ts';
import { onOwnDatabase } from '../measure/own-database.ts';
import { appendToSection } from '../measure/result-table.ts';
import { percentile } from './percentile.ts';
import { CASES_FILE } from './results-file.ts';

const AGENTS = 50;
const CASES = 5000;
const KILLS = 6;
/** Leases of half an hour last fifteen seconds, and a decision can be undone for 83 ms. */
const FACTOR = 120;
const DATABASE_NAME = 'bench_casework';

/** Fifty agents on two nodes that are killed in turn, on a PostgreSQL of their own. */
export const measureConcurrency = (): Promise<CaseworkResult> =>
  onOwnDatabase('casework', (database, { server: { socketDirectory, secrets }, dataDirectory }) =>
    runCasework({
      database,
      server: { kind: 'embedded', socketDirectory, secrets },
      databaseName: DATABASE_NAME,
      agents: AGENTS,
      cases: CASES,
      kills: KILLS,
      killDatabase: () => killPostgres(dataDirectory),
      seed: Date.now() % 1_000_000,
      factor: FACTOR,
    }),
  );

const SECTION = {
  ...CASES_FILE,
  heading: 'Many agents at once',
  head: `One line per run of \`npm run bench -- cases\`: ${AGENTS} agents on two nodes decide ${CASES.toLocaleString('en-US')} cases of three queues
until none is open. A third of the cases comes to its time-out meanwhile. Agents send back, hold, escalate, undo, walk away
until their lease is over; managers decide many at once, those of colleagues among them. The nodes are killed with SIGKILL in turn
and started again, and so is PostgreSQL once in the middle. Their clock runs ${FACTOR} times as fast as time. Afterwards the history of every case is folded again:
damage counts cases that were lost, decided other than once, left in review, other than their entries say, and decisions
that were acknowledged and are not there. Take and decide are the calls of the service with their transaction, under that
load and that of other programs, which the last column tells.

| Run | Machine | Cases | Seconds | Kills | Damage | Single decisions | In bulk | Time-outs | Undone | Leases that ran out | Refused to an agent | Take p50, p95 | Decide p50, p95 | Load |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
`,
} as const;

const both = (values: readonly number[]): string =>
  `${percentile(values, 0.5).toFixed(0)}, ${percentile(values, 0.95).toFixed(0)} ms`;

/** Adds a line to the table of all runs; gives it. */
export const saveConcurrency = (
  directory: string,
  at: string,
  machine: Machine,
  {
    cases,
    seconds,
    kills,
    databaseKills,
    damage,
    decidedBy,
    actions,
    expired,
    refused,
    takeMs,
    decideMs,
  }: CaseworkResult,
): Promise<string> => {
  const cells = [
    `${at.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    cases.toLocaleString('en-US'),
    seconds.toFixed(1),
    `${kills}, PostgreSQL ${databaseKills}`,
    damage.length === 0 ? 'none' : `${damage.length}: ${damage.slice(0, 3).join('; ')}`,
    String(decidedBy['Agent'] ?? 0),
    String(decidedBy['Bulk'] ?? 0),
    String(decidedBy['TimeOut'] ?? 0),
    String(actions['undo'] ?? 0),
    String(expired),
    String(Object.values(refused).reduce((sum, count) => sum + count, 0)),
    both(takeMs),
    both(decideMs),
    (loadavg()[0] ?? 0).toFixed(1),
  ];
  return appendToSection(directory, SECTION, [cells]);
};
