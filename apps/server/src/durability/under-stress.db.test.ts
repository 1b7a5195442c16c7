import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  demonstrationFacts,
  endAll,
  findDamageIn,
  freePort,
  pausePostgres,
  spawnServer,
  startMerchants,
  untilAcknowledged,
  untilReady,
  type DemonstrationFacts,
  type Merchants,
  type ServerProcess,
} from '@redoubt/testing/durability';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);

const SEED = 2026;
let dataDirectory = '';
let server: ServerProcess;
let facts: DemonstrationFacts;

const begin = async (count: number): Promise<Merchants> => {
  server = spawnServer({ dataDirectory, port: await freePort() });
  await untilReady(server);
  facts = await demonstrationFacts(dataDirectory);
  return startMerchants({ facts, origin: server.origin, count, seed: SEED });
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await delay(20);
};

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-stress-'));
});
afterEach(async () => {
  await endAll(dataDirectory, server);
  await rm(dataDirectory, { recursive: true, force: true });
});

describe('a server under load', () => {
  it('that is told to stop answers what it has accepted, sends the rest away, and ends by itself', async () => {
    const merchants = await begin(64);
    await untilAcknowledged(merchants, 200);
    const ended = server.stop();
    const givenUp = merchants.giveUp();
    expect(await ended).toBe(0);
    await givenUp;
    expect(await findDamageIn(dataDirectory, facts, merchants)).toEqual([]);
  }, 120_000);

  it('whose database stands still refuses with 503, and past its bound at once with 429; then goes on by itself', async () => {
    // More callers than a node works on at a time, so that some are one too many.
    const merchants = await begin(2200);
    await untilAcknowledged(merchants, 1);
    const goOn = await pausePostgres(dataDirectory);
    await until(() => merchants.refused(429) > 0 && merchants.refused(503) > 0);
    await goOn();
    await merchants.nextAnswer();
    await merchants.stop();
    expect(await server.stop()).toBe(0);
    expect(await findDamageIn(dataDirectory, facts, merchants)).toEqual([]);
  }, 180_000);
});

/** A small disk of its own can be had by root where mounting is allowed; elsewhere this is not tested. */
const canMount = await (async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const directory = await mkdtemp(join(tmpdir(), 'redoubt-mount-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', directory]);
    await run('umount', [directory]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
})();

describe.runIf(canMount)('a disk', () => {
  beforeEach(() => run('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'none', dataDirectory]));
  afterEach(async () => {
    await endAll(dataDirectory, server);
    await run('umount', ['-l', dataDirectory]);
  });

  const fill = async (file: string): Promise<void> => {
    const block = Buffer.alloc(1024 * 1024);
    const endless = Readable.from(
      (function* () {
        for (;;) yield block;
      })(),
    );
    await expect(pipeline(endless, createWriteStream(file))).rejects.toMatchObject({ code: 'ENOSPC' });
  };

  const untilReadyz = async (status: number, words: RegExp): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${server.origin}/readyz`);
      if (answer.status === status) {
        expect(await answer.text()).toMatch(words);
        return;
      }
      await delay(200);
    }
  };

  it('that is full makes the server refuse and say it is not ready, loses nothing, and is used again as soon as there is room', async () => {
    const merchants = await begin(16);
    await untilAcknowledged(merchants, 100);
    const filler = join(dataDirectory, 'filler');
    await fill(filler);
    await until(() => merchants.refused(503) > 20);
    await untilReadyz(503, /Nothing can be stored|The database does not answer/);
    await rm(filler);
    await untilReadyz(200, /^ready/);
    await merchants.nextAnswer();
    await untilAcknowledged(merchants, merchants.acknowledged.size + 100);
    await merchants.stop();
    expect(await server.stop()).toBe(0);
    expect(await findDamageIn(dataDirectory, facts, merchants)).toEqual([]);
  }, 180_000);
});
