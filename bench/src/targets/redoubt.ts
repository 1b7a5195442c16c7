import { spawn } from 'node:child_process';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@redoubt/testing/durability';
import { pathTo, stopProcess } from '../child.ts';
import { merchantHeaders, type DecidingTarget, type MerchantFacts } from './target.ts';

export type RedoubtTarget = DecidingTarget & {
  readonly origin: string;
  /** Directory of the database cluster. */
  readonly postgresDirectory: string;
  readonly postgresPid: number;
};

const HOST = '127.0.0.1';
/** A machine that other programs share needs as long for a first start. */
const READY_WITHIN_MS = 240_000;

/** Variables of a server of the benchmark's own: its port, its data, nothing of a database elsewhere. */
export const serverVariables = (port: number, dataDirectory: string): Record<string, string> => ({
  HOST,
  PORT: String(port),
  REDOUBT_DATA: dataDirectory,
  DRAIN_SECONDS: '0',
  DATABASE_URL: '',
  OIDC_ISSUER: '',
  LOG_LEVEL: 'error',
  // Only what a benchmark sends is in the log.
  REDOUBT_DEMO_HISTORY: 'false',
});

const untilReady = async (origin: string, facts: string, hasEnded: () => boolean): Promise<void> => {
  const endMs = performance.now() + READY_WITHIN_MS;
  while (performance.now() < endMs && !hasEnded()) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    // Written when the doors are open already.
    const areFactsThere = await access(facts).then(
      () => true,
      () => false,
    );
    if (isReady && areFactsThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(hasEnded() ? 'The server ended while starting.' : `${origin} was not ready in time.`);
};

/**
 * The product as it is: the real server on a data directory of its own, with the demonstration's rules.
 *
 * @param variables further settings of the server.
 */
export const startRedoubt = async (
  nodeOptions: readonly string[],
  variables: (dataDirectory: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<RedoubtTarget> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-bench-'));
  const port = await freePort();
  const origin = `http://${HOST}:${port}`;
  const server = spawn(process.execPath, [...nodeOptions, pathTo('../../apps/server/src/main.ts')], {
    env: { ...process.env, ...serverVariables(port, dataDirectory), ...variables(dataDirectory) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    await stopProcess(server);
    await rm(dataDirectory, { recursive: true, force: true });
  };
  try {
    const factsFile = join(dataDirectory, 'demo.json');
    await untilReady(origin, factsFile, () => server.exitCode !== null);
    const facts = JSON.parse(await readFile(factsFile, 'utf8')) as MerchantFacts;
    const postgresDirectory = join(dataDirectory, 'postgres', 'data');
    const postmaster = await readFile(join(postgresDirectory, 'postmaster.pid'), 'utf8');
    return {
      name: 'redoubt',
      port,
      origin,
      headers: await merchantHeaders(facts),
      pid: server.pid ?? 0,
      dataDirectory,
      facts,
      postgresDirectory,
      postgresPid: Number.parseInt(postmaster, 10),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
