import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  demonstrationFacts,
  spawnServer,
  untilReady,
  type DemonstrationFacts,
  type ServerProcess,
} from '@redoubt/testing/durability';
import { untilCaughtUp } from '../measure/metrics.ts';
import { merchantHeaders } from '../targets/target.ts';

export type Place = {
  readonly dataDirectory: string;
  readonly port: number;
  /** Further settings of the server. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** The real server over what is stored, ready for calls. */
export type GrownServer = Place & {
  readonly process: ServerProcess;
  readonly postgresPid: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly facts: DemonstrationFacts & { readonly signInLink: string };
  /** From the start of the process to its first `ready`. */
  readonly readyMs: number;
};

const CATCH_UP_MS = 300_000;

export const startGrown = async (place: Place, startMs = performance.now()): Promise<GrownServer> => {
  const process = spawnServer(place);
  await untilReady(process);
  const readyMs = performance.now() - startMs;
  const facts = (await demonstrationFacts(place.dataDirectory)) as GrownServer['facts'];
  const postmaster = await readFile(join(place.dataDirectory, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return {
    ...place,
    process,
    facts,
    readyMs,
    postgresPid: Number.parseInt(postmaster, 10),
    headers: await merchantHeaders(facts),
  };
};

/** Kills it and starts it again; `readyMs` counts from the kill. PostgreSQL lives on. */
export const restartGrown = async ({ process, dataDirectory, port }: GrownServer): Promise<GrownServer> => {
  const startMs = performance.now();
  await process.kill();
  return startGrown({ dataDirectory, port }, startMs);
};

export const catchUp = async ({ process }: GrownServer): Promise<void> => {
  if ((await untilCaughtUp(process.origin, CATCH_UP_MS)) === null) throw new Error('projectors do not catch up');
};
