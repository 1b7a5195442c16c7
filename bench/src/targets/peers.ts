import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import { freePort } from '@redoubt/testing/durability';
import { serverVariables } from './redoubt.ts';
import { merchantHeaders, PURCHASE_PATH, type DecidingTarget, type MerchantFacts, type Target } from './target.ts';

/** The product's path without its log, see `without-persistence.process.ts`. */
export const startWithoutPersistence = async (nodeOptions: readonly string[]): Promise<DecidingTarget> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-bench-'));
  const port = await freePort();
  const variables = serverVariables(port, dataDirectory);
  const child = await startChild('./targets/without-persistence.process.ts', variables, nodeOptions);
  const facts = child.ready.facts as MerchantFacts;
  return {
    name: 'without persistence',
    port,
    dataDirectory,
    facts,
    headers: await merchantHeaders(facts),
    pid: child.pid,
    stop: async () => {
      await child.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};

/** The bare route, see `bare-fastify.process.ts`; it gets the very same requests. */
export const startBareFastify = async (answer: string, headers: Target['headers']): Promise<Target> => {
  const child = await startChild('./targets/bare-fastify.process.ts', {
    BENCH_ANSWER: answer,
    BENCH_PATH: PURCHASE_PATH,
  });
  return {
    name: 'bare Fastify',
    port: Number(child.ready.port),
    headers,
    pid: child.pid,
    stop: child.stop,
  };
};
