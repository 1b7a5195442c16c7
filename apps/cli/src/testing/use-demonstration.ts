import { systemClock } from '@redoubt/kernel';
import { seedDemonstration } from '@redoubt/services';
import {
  openDatabase,
  silentLogger,
  startEmbeddedPostgres,
  type Database,
  type EmbeddedPostgres,
} from '@redoubt/storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

export type RunningInstallation = {
  /** A folder of the test's own, gone after it. */
  readonly root: string;
  readonly dataDirectory: string;
  readonly running: EmbeddedPostgres;
  readonly database: Database;
};

/** An installation whose server runs, for the tests of one file; `prepare` fills it. */
export const useInstallation = (name: string, prepare: (installation: RunningInstallation) => Promise<void>): void => {
  let made: RunningInstallation | undefined;
  beforeAll(async () => {
    const root = await mkdtemp(join(tmpdir(), `redoubt-cli-${name}-`));
    const dataDirectory = join(root, 'live');
    const running = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
    const database = await openDatabase({ server: running, log: silentLogger });
    made = { root, dataDirectory, running, database };
    await prepare(made);
  });
  afterAll(async () => {
    await made?.database.close();
    await made?.running.stop();
    if (made) await rm(made.root, { recursive: true, force: true });
  });
};

/** The same with the rules, lists and events of the demonstration. */
export const useDemonstration = (
  name: string,
  prepare: (demonstration: RunningInstallation & Awaited<ReturnType<typeof seedDemonstration>>) => void,
): void =>
  useInstallation(name, async (installation) => {
    prepare({ ...installation, ...(await seedDemonstration(installation.database, { clock: systemClock })) });
  });
