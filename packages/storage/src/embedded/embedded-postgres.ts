import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, statSync, truncateSync } from 'node:fs';
import { chmod, mkdir, open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { BootError } from '../boot-error.ts';
import { ADMIN_ROLE, prepareCluster, type Cluster, type Secrets } from './cluster.ts';
import { claimDataDirectory } from './data-directory.ts';
import { chooseLauncher, type Launcher } from './launcher.ts';
import { findPostmaster, isRunning, probe, removeStaleNote, type Postmaster } from './postmaster.ts';
import { serverSettings } from './settings.ts';

/** The kernel's limit on a socket path, without the file name PostgreSQL adds. */
const SOCKET_PATH_LIMIT = 107 - '/.s.PGSQL.5432'.length;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const POLL_MS = 40;
const ORPHAN_RETRY_MS = 500;
const ORPHAN_PATIENCE_MS = 60_000;

/** A running embedded server. Its roles are reached over the local socket with passwords only the owner can read. */
export type EmbeddedPostgres = {
  readonly kind: 'embedded';
  readonly socketDirectory: string;
  /** Process of the server now; it changes where the server was killed and started again. */
  readonly pid: () => number;
  /** True where the server outlived an earlier process of ours and was taken over. */
  readonly adopted: boolean;
  readonly secrets: Secrets;
  /** Ends the server after its sessions were closed, and lets go of the data directory. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

/** What is needed to reach an embedded server; plain data, so that it can be handed to another process. */
export type EmbeddedAddress = Pick<EmbeddedPostgres, 'kind' | 'socketDirectory' | 'secrets'>;

export type EmbeddedOptions = { readonly dataDirectory: string; readonly log: Logger };

const prepareSocketDirectory = async (home: string, launcher: Launcher): Promise<string> => {
  const near = join(home, 'run');
  const short = join(tmpdir(), `redoubt-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
  const path = Buffer.byteLength(near) <= SOCKET_PATH_LIMIT ? near : short;
  await mkdir(path, { recursive: true, mode: 0o700 });
  const owner = (await stat(path)).uid;
  if (process.getuid !== undefined && owner !== process.getuid() && owner !== launcher.identity.uid) {
    throw new BootError(`The socket directory ${path} belongs to another user; remove it.`);
  }
  await chmod(path, 0o700);
  await launcher.own(path);
  return path;
};

const openLog = (file: string): number => {
  const descriptor = openSync(file, 'a', 0o600);
  if (statSync(file).size > LOG_LIMIT_BYTES) truncateSync(file);
  return descriptor;
};

/** The server writes to a file, not to a pipe of ours, so that it lives on where we crash. */
const launch = (binaries: Binaries, launcher: Launcher, cluster: Cluster, socketDirectory: string, logFile: string) => {
  const settings = Object.entries(serverSettings(socketDirectory)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const { file, args } = launcher.command(binaries.postgres, ['-D', cluster.directory, ...settings]);
  const descriptor = openLog(logFile);
  const offset = statSync(logFile).size;
  // Its own process group: Ctrl-C in a terminal must reach us first, so that we drain before it stops.
  const child = spawn(file, args, {
    stdio: ['ignore', descriptor, descriptor],
    detached: true,
    cwd: cluster.directory,
    ...launcher.identity,
  });
  closeSync(descriptor);
  child.unref();
  return { child, offset };
};

const readFrom = async (file: string, offset: number): Promise<string> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.max(0, Math.min(size - offset, 64 * 1024)));
    await handle.read(buffer, 0, buffer.length, offset);
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
};

const explain = (output: string, home: string): BootError => {
  if (/no space left/i.test(output)) return new BootError(`The disk that holds ${home} is full.`);
  const reason = /(?:FATAL|PANIC):\s+(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? 'no reason given';
  return new BootError(`The embedded database does not start: ${reason} (log: ${join(home, 'server.log')}).`);
};

/** Messages of a start that meets processes of a server that was killed: they leave within seconds. */
const ORPHANS = /lock file "postmaster\.pid" already exists|pre-existing shared memory block|is still in use/;

type Started = { readonly postmaster: Postmaster; readonly adopted: boolean };

const waitUntilUp = async (
  child: ChildProcess,
  socketDirectory: string,
  password: string,
  log: Logger,
): Promise<'up' | 'ended'> => {
  let waitedMs = 0;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) return 'ended';
    const state = await probe({ host: socketDirectory, user: ADMIN_ROLE, password, database: 'postgres' });
    if (state === 'up') return 'up';
    await delay(POLL_MS);
    waitedMs += POLL_MS;
    if (waitedMs % 5000 < POLL_MS) log.info({ waitedMs }, 'the embedded database is still recovering');
  }
};

/** A server from before: used when it answers, waited for when it recovers or stops, otherwise left to the retry. */
const adopt = async (cluster: Cluster): Promise<Postmaster | undefined> => {
  for (;;) {
    const found = await findPostmaster(cluster.directory);
    if (found === undefined) return undefined;
    const state = await probe({
      host: found.socketDirectory,
      user: ADMIN_ROLE,
      password: cluster.secrets.admin,
      database: 'postgres',
    });
    if (state === 'up') return found;
    if (state === 'unreachable') return undefined;
    await delay(POLL_MS);
  }
};

const startOrAdopt = async (
  home: string,
  cluster: Cluster,
  binaries: Binaries,
  launcher: Launcher,
  log: Logger,
): Promise<Started> => {
  const deadline = Date.now() + ORPHAN_PATIENCE_MS;
  const socketDirectory = await prepareSocketDirectory(home, launcher);
  const logFile = join(home, 'server.log');
  for (;;) {
    const survivor = await adopt(cluster);
    if (survivor !== undefined) return { postmaster: survivor, adopted: true };
    await removeStaleNote(cluster.directory);
    const { child, offset } = launch(binaries, launcher, cluster, socketDirectory, logFile);
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    failed.catch(() => undefined);
    const state = await Promise.race([waitUntilUp(child, socketDirectory, cluster.secrets.admin, log), failed]);
    if (state === 'up' && child.pid !== undefined) {
      return { postmaster: { pid: child.pid, socketDirectory }, adopted: false };
    }
    const output = await readFrom(logFile, offset);
    if (!ORPHANS.test(output) || Date.now() > deadline) throw explain(output, home);
    log.info({}, 'waiting for processes of the earlier database server to end');
    await delay(ORPHAN_RETRY_MS);
  }
};

const SUPERVISE_MS = 250;

/** Starts the server again where it was killed under us; the pools connect to it again by themselves. */
const supervise = (first: Postmaster, restart: () => Promise<Postmaster>, log: Logger) => {
  let current = first;
  let restarting: Promise<void> | undefined;
  const bringBack = async (): Promise<void> => {
    log.error({ pid: current.pid }, 'the embedded database ended unexpectedly; starting it again');
    try {
      current = await restart();
      log.info({ pid: current.pid }, 'the embedded database is back');
    } catch (error) {
      log.error({ err: error }, 'the embedded database could not be started again');
    } finally {
      restarting = undefined;
    }
  };
  const timer = setInterval(() => {
    if (restarting === undefined && !isRunning(current.pid)) restarting = bringBack();
  }, SUPERVISE_MS);
  timer.unref();
  return {
    pid: () => current.pid,
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await restarting;
      await stopPostmaster(current.pid);
    },
  };
};

const stopPostmaster = async (pid: number): Promise<void> => {
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, a checkpoint is written.
  for (const [signal, patienceMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!isRunning(pid)) return;
    process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_MS) {
      if (!isRunning(pid)) return;
      await delay(POLL_MS);
    }
  }
};

/**
 * Whether a database of this directory answers, also one in another container of this machine: its socket lies below the
 * directory, and its number means nothing here.
 */
const isServed = async (home: string): Promise<boolean> => {
  const login = { host: join(home, 'run'), user: ADMIN_ROLE, password: '', database: 'postgres' };
  const state = await probe(login, { refusedIsUp: true });
  return state !== 'unreachable';
};

/**
 * Starts the PostgreSQL that npm installed, on a local socket below the data directory; creates the cluster on the first
 * start and takes over a server that outlived a crash of ours. Throws `BootError` where it cannot: directory unusable or
 * in use, disk full, no way to run as root, no binaries for this machine.
 */
export const startEmbeddedPostgres = async ({ dataDirectory, log }: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  let current: (() => number) | undefined;
  const claimed = await claimDataDirectory(dataDirectory, {
    isServed: () => isServed(join(resolve(dataDirectory), 'postgres')),
    onLost: () => {
      log.error({}, 'another host has taken the data directory over; the database is ended');
      const pid = current?.();
      if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGQUIT');
      process.exit(1);
    },
  });
  try {
    const home = join(claimed.path, 'postgres');
    const binaries = await findBinaries();
    const launcher = await chooseLauncher(claimed.path);
    const cluster = await prepareCluster(home, binaries, launcher);
    const { postmaster, adopted } = await startOrAdopt(home, cluster, binaries, launcher, log);
    log.info({ pid: postmaster.pid, adopted }, 'embedded database is up');
    const supervisor = supervise(
      postmaster,
      async () => (await startOrAdopt(home, cluster, binaries, launcher, log)).postmaster,
      log,
    );
    current = supervisor.pid;
    const stop = async (): Promise<void> => {
      try {
        await supervisor.stop();
      } finally {
        await claimed.release();
      }
    };
    let stopping: Promise<void> | undefined;
    return {
      kind: 'embedded',
      socketDirectory: postmaster.socketDirectory,
      pid: supervisor.pid,
      adopted,
      secrets: cluster.secrets,
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    await claimed.release();
    throw error;
  }
};
