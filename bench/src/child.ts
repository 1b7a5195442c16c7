import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ReadyMessage } from './load/protocol.ts';

/** A process of the benchmark. */
export type Child = {
  readonly process: ChildProcess;
  readonly pid: number;
  /** What it said when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  readonly stop: () => Promise<void>;
};

export const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const STOP_WITHIN_MS = 15_000;

export const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(timer);
};

/** Starts a TypeScript program of the benchmark and waits until it says that it is ready. */
export const startChild = async (
  program: string,
  variables: Readonly<Record<string, string>>,
  execArgv: readonly string[] = [],
): Promise<Child> => {
  const child = fork(pathTo(program), {
    env: { ...process.env, ...variables },
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = await new Promise<ReadyMessage['ready']>((resolve, reject) => {
    child.once('message', (message) => resolve((message as ReadyMessage).ready));
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it was ready`)));
    child.once('error', reject);
  });
  return { process: child, pid: child.pid ?? 0, ready, stop: () => stopProcess(child) };
};
