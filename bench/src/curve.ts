import { startGenerator } from './load/generator.ts';
import { readMachine, type Machine } from './measure/machine.ts';
import { untilCaughtUp } from './measure/metrics.ts';
import { cpuMsOf } from './measure/processes.ts';
import { startRedoubt } from './targets/redoubt.ts';
import { PURCHASE_PATH } from './targets/target.ts';
import { appendResults } from './measure/result-table.ts';

/** What a decision costs while so many are stored already. */
type CurvePoint = {
  readonly storedEvents: number;
  readonly perSecond: number;
  /** Processor time per decision, in microseconds; the projectors' work on the events of the stretch included. */
  readonly serverCpuUs: number;
  readonly postgresCpuUs: number;
};

export type CurveOptions = {
  /** Events stored at the end, about. */
  readonly events: number;
  readonly bodies: number;
  readonly connections: number;
  readonly say: (text: string) => void;
};

const STRETCH_SECONDS = 5;
const CATCH_UP_LIMIT_MS = 120_000;
const WARM_UP_SECONDS = 4;
/** Points at 1, 2 and 5 of every power of ten from here on. */
const FIRST_POINT = 10_000;
const STEPS = [2, 2.5, 2];

const pointsUntil = (events: number): readonly number[] => {
  const points: number[] = [];
  for (let point = FIRST_POINT; point <= events; point *= STEPS[(points.length - 1) % STEPS.length] ?? 2) {
    points.push(point);
  }
  return points;
};

/**
 * Stores events through the whole path and measures, at each mark, a stretch of full load: does a decision cost more
 * where more is stored? Processor time is compared, which other programs of the machine disturb least.
 */
export const measureCurve = async (
  options: CurveOptions,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<{ readonly machine: Machine; readonly points: readonly CurvePoint[] }> => {
  const { connections, say } = options;
  const [redoubt, generator] = await Promise.all([
    startRedoubt([]).then(keep),
    startGenerator(options.bodies).then(keep),
  ]);
  const { port, headers, origin } = redoubt;
  let stored = 0;
  const load = async (seconds: number) => {
    const order = { port, path: PURCHASE_PATH, headers, connections, seconds, perSecond: null };
    const result = await generator.run(order);
    if (result.failed > 0) throw new Error(`${result.failed} calls failed, such as ${result.firstFailure}`);
    stored += result.answered;
    return result;
  };
  const cpuMs = async () => ({
    server: await cpuMsOf(redoubt.pid, false),
    postgres: await cpuMsOf(redoubt.postgresPid, true),
  });

  await load(WARM_UP_SECONDS);
  const points: CurvePoint[] = [];
  for (const mark of pointsUntil(options.events)) {
    while (stored < mark) await load(1);
    await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
    const storedEvents = stored;
    const before = await cpuMs();
    const { answered, elapsedMs } = await load(STRETCH_SECONDS);
    await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
    const after = await cpuMs();
    const point = {
      storedEvents,
      perSecond: (answered * 1000) / elapsedMs,
      serverCpuUs: ((after.server - before.server) * 1000) / answered,
      postgresCpuUs: ((after.postgres - before.postgres) * 1000) / answered,
    };
    points.push(point);
    say(
      `  ${storedEvents.toLocaleString('en-US').padStart(9)} stored  ${point.perSecond.toFixed(0).padStart(6)}/s` +
        `  server ${point.serverCpuUs.toFixed(0)} µs  PostgreSQL ${point.postgresCpuUs.toFixed(0)} µs`,
    );
  }
  return { machine: await readMachine(redoubt.postgresDirectory), points };
};

const TABLE = 'cost-curve.md';
const TABLE_HEAD = `# Cost per decision by what is stored

One line per mark of \`npm run bench -- curve\`: processor time of a decision through the whole path, projectors included, in
a stretch of full load that began with so many events stored.

| Run | Machine | Stored | Per second | Server | PostgreSQL |
|---|---|---|---|---|---|
`;

/** Adds the marks of a run to the table of all runs. */
export const saveCurve = async (
  directory: string,
  at: string,
  { machine, points }: Awaited<ReturnType<typeof measureCurve>>,
): Promise<string> => {
  const rows = points.map(({ storedEvents, perSecond, serverCpuUs, postgresCpuUs }) => {
    const cells = [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      storedEvents.toLocaleString('en-US'),
      perSecond.toFixed(0),
      `${serverCpuUs.toFixed(0)} µs`,
      `${postgresCpuUs.toFixed(0)} µs`,
    ];
    return cells;
  });
  return appendResults(directory, TABLE, TABLE_HEAD, rows);
};
