import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, silentLogger, startEmbeddedPostgres, type EmbeddedAddress } from '@redoubt/storage';
import type { TestProject } from 'vitest/node';
import { TEMPLATE_DATABASE } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    redoubtDatabase: EmbeddedAddress;
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-test-'));
  const server = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  const template = await openDatabase({ server, databaseName: TEMPLATE_DATABASE, log: silentLogger });
  await template.close();
  project.provide('redoubtDatabase', {
    kind: 'embedded',
    socketDirectory: server.socketDirectory,
    secrets: server.secrets,
  });
  return async () => {
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
