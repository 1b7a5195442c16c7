import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FqlFigures } from './fql.ts';
import type { Machine } from './measure/machine.ts';
import { appendResults } from './measure/result-table.ts';

/** Load as much as the connections carry, several rounds; the median and how far the rounds lie apart. */
export type FullLoad = {
  readonly perSecond: number;
  readonly rounds: readonly number[];
  /** Processor time per request of the server process, in microseconds. */
  readonly serverCpuUs: number;
  readonly generatorCpuUs: number;
};

export type HalfLoad = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
};

export type TargetFigures = { readonly full: FullLoad; readonly half: HalfLoad; readonly memoryMb: number };

export type IngestReport = {
  readonly at: string;
  readonly machine: Machine;
  /** What was published beside the rules of the demonstration; null where nothing was. */
  readonly plan: { readonly clauses: number; readonly velocities: number } | null;
  readonly bodies: { readonly count: number; readonly averageBytes: number };
  readonly connections: number;
  readonly secondsPerRound: number;
  readonly redoubt: TargetFigures & {
    readonly events: number;
    readonly postgresCpuUs: number;
    readonly postgresMemoryMb: number;
    readonly diskBytesPerEvent: number;
    /** Events the slowest projector was behind while loaded: the most seen, at full and at half load. */
    readonly projectorLag: { readonly full: number; readonly half: number };
    /** Time until the projectors had applied everything after each round at full load; null where it took too long. */
    readonly catchUpMs: readonly (number | null)[];
  };
  readonly withoutPersistence: TargetFigures;
  readonly bareFastify: TargetFigures;
  readonly fql: FqlFigures;
  readonly ratios: { readonly toBareFastify: number; readonly toWithoutPersistence: number };
};

const TABLE = 'ingest.md';
const TABLE_HEAD = `# Durable decisions per second

One line per run of \`npm run bench\`: the whole path (token, checks, rules, row-level security, commit before the answer)
against a bare Fastify route with the same schema and bodies, and against the same path without its log; all on the same
cores in the same run, load generator included. A run whose name ends in \`-plan\` decides with 100 clauses that read 30
velocities besides, which count each purchase too. Details stand in the JSON file of the run.

| Run | Machine | Redoubt | Bare Fastify | Ratio | Without log | Half load p50 / p99 | Lag full / half | Catch-up | Server + PostgreSQL memory | Disk per event |
|---|---|---|---|---|---|---|---|---|---|---|
`;

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** The run in one line of the table. */
export const cellsOf = (name: string, report: IngestReport): readonly string[] => {
  const { redoubt, bareFastify, withoutPersistence, machine, ratios } = report;
  const slowest = redoubt.catchUpMs.includes(null)
    ? 'too long'
    : `${(Math.max(...(redoubt.catchUpMs as number[])) / 1000).toFixed(1)} s`;
  const cells = [
    `[${name}](${name}.json)`,
    `${machine.cores} × ${machine.cpu}`,
    `${whole(redoubt.full.perSecond)}/s`,
    `${whole(bareFastify.full.perSecond)}/s`,
    ratios.toBareFastify.toFixed(2),
    `${whole(withoutPersistence.full.perSecond)}/s`,
    `${redoubt.half.p50Ms.toFixed(1)} / ${redoubt.half.p99Ms.toFixed(1)} ms at ${whole(redoubt.half.perSecond)}/s`,
    `${whole(redoubt.projectorLag.full)} / ${whole(redoubt.projectorLag.half)}`,
    slowest,
    `${whole(redoubt.memoryMb)} + ${whole(redoubt.postgresMemoryMb)} MB`,
    `${(redoubt.diskBytesPerEvent / 1000).toFixed(2)} kB`,
  ];
  return cells;
};

/** Keeps the run as JSON and as a line of the table; gives the line. */
export const saveReport = async (directory: string, report: IngestReport): Promise<string> => {
  const name = `${report.at.slice(0, 10)}-${report.machine.commit}${report.plan ? '-plan' : ''}`;
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  return appendResults(directory, TABLE, TABLE_HEAD, [cellsOf(name, report)]);
};
