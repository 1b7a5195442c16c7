import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Europe of the demonstration, an environment below its root. */
export const EUROPE = '5d0e0000-0001-4000-8000-000000000002';

/** Facts of the demonstration that scripts read (`$REDOUBT_DATA/demo.json`). */
export type Demo = {
  readonly origin: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly resource: string;
  readonly tokenUrl: string;
  readonly tokenUrlV2: string;
  /** What the development sign-in asks a browser for, once. */
  readonly signInCode: string;
  /** Opens the console and carries the code. */
  readonly signInLink: string;
  readonly people: readonly { readonly username: string; readonly roles: readonly string[] }[];
};

export type TestServer = { readonly demo: Demo; readonly dataDirectory: string; readonly stop: () => Promise<void> };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE_MS = 90_000;
const POLL_MS = 100;

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
};

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/** Starts the real server with a data directory of its own, on a free port unless given, and waits until it is ready. */
export const startServer = async (settings: Readonly<Record<string, string>> = {}): Promise<TestServer> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'redoubt-e2e-'));
  const port = settings.PORT ?? String(await freePort());
  const origin = `http://localhost:${port}`;
  const node = join(ROOT, 'node_modules/.bin/node');
  const output: string[] = [];
  const child = spawn(node, [join(ROOT, 'apps/server/src/main.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: port,
      HOST: 'localhost',
      REDOUBT_DATA: dataDirectory,
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      // Journeys bring services of their own on this machine.
      EXTERNAL_CALL_TARGETS: '127.0.0.1',
      LOSS_PREVENTION_DIRECTORY: join(dataDirectory, 'tills'),
      // Journeys count events and cases of their own.
      REDOUBT_DEMO_HISTORY: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(String(chunk)));
  const patience = Date.now() + PATIENCE_MS;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > patience) {
      child.kill('SIGKILL');
      throw new Error(`The server did not become ready:\n${output.join('')}`);
    }
    await delay(POLL_MS);
  }
  // The facts are written right after the server began to listen.
  let facts: string | undefined;
  while (facts === undefined) {
    facts = await readFile(join(dataDirectory, 'demo.json'), 'utf8').catch(() => undefined);
    if (facts === undefined) await delay(POLL_MS);
  }
  return {
    demo: JSON.parse(facts) as Demo,
    dataDirectory,
    stop: async () => {
      child.kill('SIGTERM');
      await ended(child);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};
