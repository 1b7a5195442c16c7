import type { Generator } from '../load/generator.ts';
import type { LoadResult } from '../load/protocol.ts';
import { cpuMsOf } from '../measure/processes.ts';
import { PURCHASE_PATH } from '../targets/target.ts';
import type { Figure } from './figures.ts';
import { catchUp, type GrownServer } from './grown-server.ts';

/** The rate of stretches at even distances, events a second. */
export const PACE = 500;
const WARM_UP_SECONDS = 4;

export type Load = { readonly generator: Generator; readonly connections: number; readonly seconds: number };

/** A stretch of load; all of it has to be decided. @param perSecond null for as much as the connections carry */
export const sendLoad = async (
  { generator, connections }: Load,
  { port, headers }: GrownServer,
  perSecond: number | null,
  seconds: number,
): Promise<LoadResult> => {
  const result = await generator.run({ port, path: PURCHASE_PATH, headers, connections, seconds, perSecond });
  if (result.failed > 0) throw new Error(`${result.failed} calls failed, such as ${result.firstFailure}`);
  return result;
};

/** What a decision costs at full load, projections included, and how long answers take at a constant rate. */
export const measureDecisions = async (load: Load, server: GrownServer): Promise<readonly Figure[]> => {
  const cpuMs = async () => ({
    server: await cpuMsOf(server.process.pid, false),
    postgres: await cpuMsOf(server.postgresPid, true),
  });
  await sendLoad(load, server, null, WARM_UP_SECONDS);
  await catchUp(server);
  const before = await cpuMs();
  const full = await sendLoad(load, server, null, load.seconds);
  await catchUp(server);
  const after = await cpuMs();
  const even = await sendLoad(load, server, PACE, load.seconds);
  await catchUp(server);
  const perEvent = (cpu: number): number => (cpu * 1000) / full.answered;
  return [
    { what: 'decisions, full load', value: (full.answered * 1000) / full.elapsedMs, unit: '/s' },
    { what: 'server, an event', value: perEvent(after.server - before.server), unit: 'µs' },
    { what: 'PostgreSQL, an event', value: perEvent(after.postgres - before.postgres), unit: 'µs' },
    { what: `p50 at ${PACE}/s`, value: even.latencyMs.p50, unit: 'ms' },
    { what: `p99 at ${PACE}/s`, value: even.latencyMs.p99, unit: 'ms' },
  ];
};
