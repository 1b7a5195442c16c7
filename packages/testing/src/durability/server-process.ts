import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Facts of the demonstration that a server writes on its first start (`$REDOUBT_DATA/demo.json`). */
export type DemonstrationFacts = {
  readonly origin: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly resource: string;
  readonly tokenUrlV2: string;
  readonly people: readonly { readonly username: string; readonly roles: readonly string[] }[];
};

/** A real server in a process of its own. */
export type ServerProcess = {
  readonly origin: string;
  readonly pid: number;
  /** Ends it on the spot, as a crash does, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** Asks it to stop; resolves with its exit code once it is gone. */
  readonly stop: () => Promise<number | null>;
  /** What it wrote so far. */
  readonly output: () => string;
};

export type ServerProcessOptions = {
  readonly dataDirectory: string;
  readonly port: number;
  /** Over those of this process, from which nothing of a database or a directory elsewhere is taken. */
  readonly variables?: Readonly<Record<string, string>>;
};

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const HOST = '127.0.0.1';
const PATIENCE_MS = 90_000;
const POLL_MS = 20;

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, HOST, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const ended = (child: ChildProcess): Promise<void> =>
  hasEnded(child) ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()));

/** Starts the server of this checkout without waiting for it. */
export const spawnServer = ({ dataDirectory, port, variables = {} }: ServerProcessOptions): ServerProcess => {
  const child = spawn(process.execPath, [join(ROOT, 'apps', 'server', 'src', 'main.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: '',
      OIDC_ISSUER: '',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      // Only what a test sends is in the log.
      REDOUBT_DEMO_HISTORY: 'false',
      HOST,
      PORT: String(port),
      REDOUBT_DATA: dataDirectory,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => written.push(String(chunk)));
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!hasEnded(child)) child.kill(signal);
    await ended(child);
    return child.exitCode;
  };
  return {
    origin: `http://${HOST}:${port}`,
    pid: child.pid ?? 0,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    output: () => written.join(''),
  };
};

/** Waits for the end of a server that ends by itself; gives its exit code. */
export const untilEnded = async (server: ServerProcess): Promise<number | null> => {
  const endMs = performance.now() + PATIENCE_MS;
  while (isRunning(server.pid) && performance.now() < endMs) await delay(POLL_MS);
  return server.stop();
};

const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Waits until a server says that it can take events. @throws with its output where it ends instead. */
export const untilReady = async (server: ServerProcess): Promise<void> => {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const isReady = await fetch(`${server.origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (!isRunning(server.pid) || performance.now() > endMs) {
      await server.kill();
      throw new Error(`The server did not become ready:\n${server.output()}`);
    }
    await delay(POLL_MS);
  }
};

/** The facts are written right after the server began to listen. */
export const demonstrationFacts = async (dataDirectory: string): Promise<DemonstrationFacts> => {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const text = await readFile(join(dataDirectory, 'demo.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as DemonstrationFacts;
    if (performance.now() > endMs) throw new Error(`There is no demo.json in ${dataDirectory}`);
    await delay(POLL_MS);
  }
};

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid)) return false;
      try {
        return new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    });

/** Sends a signal to every process of the embedded PostgreSQL of a data directory. */
const signalPostgres = async (dataDirectory: string, signal: NodeJS.Signals): Promise<void> => {
  const note = await readFile(join(dataDirectory, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number.parseInt(note, 10);
  if (!(postmaster > 0)) return;
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already.
    }
  }
};

/** Kills every process of the embedded PostgreSQL at once, as a power cut would. */
export const killPostgres = (dataDirectory: string): Promise<void> => signalPostgres(dataDirectory, 'SIGKILL');

/** Lets the embedded PostgreSQL stand still, as a disk that does not answer would; gives the way to let it go on. */
export const pausePostgres = async (dataDirectory: string): Promise<() => Promise<void>> => {
  await signalPostgres(dataDirectory, 'SIGSTOP');
  return () => signalPostgres(dataDirectory, 'SIGCONT');
};
