import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, systemClock } from '@redoubt/kernel';
import { runBacktest } from '@redoubt/services';
import { openDatabase, silentLogger, startEmbeddedPostgres, type Database } from '@redoubt/storage';
import { SHAPES, type HistoryShape } from './backtest/bodies.ts';
import { clausesOf, makeHistory, type MadeHistory } from './backtest/make-history.ts';
import { INSTALLATION_KEY } from './measure/decisions.ts';

const ROUNDS = 3;

export type BacktestFigures = {
  readonly shape: HistoryShape;
  readonly events: number;
  readonly bytes: number;
  /** Events per second of the wall clock, from the order to the result; the best of the rounds, and all of them. */
  readonly perSecond: number;
  readonly rounds: readonly number[];
  /** Processor time per event of this process, its threads included, in microseconds; of the best round. */
  readonly cpuUs: number;
};

const runOnce = async (database: Database, shape: HistoryShape, { context, ruleId }: MadeHistory) => {
  const { tenantId, environmentId } = context;
  const [startMs, cpu] = [performance.now(), process.cpuUsage()];
  const result = await runBacktest({
    database,
    clock: systemClock,
    tenantId,
    installationKey: INSTALLATION_KEY,
    request: {
      environmentId,
      assessment: 'purchase',
      ruleId,
      ruleName: 'Limits',
      text: { condition: '', clauses: clausesOf(shape, 40) },
      baseline: 'today',
      from: new Date(0),
      to: new Date(systemClock.now() + DAY_MS),
    },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const { user, system } = process.cpuUsage(cpu);
  if (result.unknown.length > 0) throw new Error(`the backtest does not know ${JSON.stringify(result.unknown)}`);
  return { perSecond: (result.events * 1000) / (performance.now() - startMs), cpuUs: (user + system) / result.events };
};

const measureShape = async (database: Database, shape: HistoryShape, events: number): Promise<BacktestFigures> => {
  const history = await makeHistory(database, shape, events);
  const rounds: Awaited<ReturnType<typeof runOnce>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runOnce(database, shape, history));
  const [best] = rounds.toSorted((a, b) => b.perSecond - a.perSecond);
  return {
    shape,
    events,
    bytes: history.bytes,
    perSecond: best?.perSecond ?? 0,
    rounds: rounds.map(({ perSecond }) => perSecond),
    cpuUs: best?.cpuUs ?? 0,
  };
};

/** Backtests over histories of two kinds, on a database of their own. */
export const measureBacktests = async (
  events: number,
  say: (text: string) => void,
): Promise<readonly BacktestFigures[]> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-backtest-'));
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  try {
    const figures: BacktestFigures[] = [];
    for (const shape of SHAPES) {
      const database = await openDatabase({ server, databaseName: `bench_${shape.velocities}`, log: silentLogger });
      try {
        const measured = await measureShape(database, shape, events);
        say(`  ${shape.name}: ${measured.perSecond.toFixed(0)}/s, ${measured.cpuUs.toFixed(1)} µs an event`);
        figures.push(measured);
      } finally {
        await database.close();
      }
    }
    return figures;
  } finally {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};
