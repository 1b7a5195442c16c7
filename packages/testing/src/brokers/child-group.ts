import { spawn, type ChildProcess } from 'node:child_process';

/** A program in a process group of its own, so that what it starts ends with it. */
export type ChildGroup = {
  /** Ends all of it on the spot. */
  readonly kill: () => Promise<void>;
  /** Whether it ended by itself. */
  readonly hasEnded: () => boolean;
  /** The last it wrote. */
  readonly output: () => string;
};

const MOST_OUTPUT = 20_000;

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Starts a program; it ends with this process at the latest. */
export const startGroup = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): ChildGroup => {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-MOST_OUTPUT)));
  const endWithUs = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', endWithUs);
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += String(error);
      resolve();
    });
    child.once('exit', () => resolve());
  });
  return {
    kill: async () => {
      signalGroup(child, 'SIGKILL');
      await ended;
      process.off('exit', endWithUs);
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined,
    output: () => output,
  };
};

const PATIENCE_MS = 60_000;
const POLL_MS = 50;

/** Waits until a program answers. @throws with what it wrote, where it ended or does not answer in time */
export const untilReady = async (what: string, group: ChildGroup, isReady: () => Promise<boolean>): Promise<void> => {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await isReady().catch(() => false))) {
    if (group.hasEnded() || performance.now() > endMs) throw new Error(`${what} did not start:\n${group.output()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** A server that can be killed and started again. @param begin starts it, and waits with `untilReady` */
export const startRestartable = async (
  begin: (keep: (group: ChildGroup) => void) => Promise<void>,
): Promise<{ readonly kill: () => Promise<void>; readonly start: () => Promise<void> }> => {
  let server: ChildGroup | undefined;
  const start = (): Promise<void> => begin((group) => (server = group));
  await start();
  return {
    start,
    kill: async () => {
      await server?.kill();
      server = undefined;
    },
  };
};
