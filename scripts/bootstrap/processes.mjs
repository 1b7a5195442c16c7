import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { at, ROOT } from './paths.mjs';

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const GRACE_MS = 2_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Stops a child with everything it started; children here lead their own process group.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
const signalGroup = (child, signal) => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
};

/**
 * Makes a signal to this process end every child before it ends itself.
 * @returns {() => void} undoes it
 */
export const stopChildrenOnSignals = () => {
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    for (const child of running) signalGroup(child, signal);
    const end = () => {
      for (const child of running) signalGroup(child, 'SIGKILL');
      process.exit(128 + constants.signals[signal]);
    };
    if (running.size === 0) end();
    setTimeout(end, GRACE_MS);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
};

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, timeoutMs?: number }} [options]
 *   `show` writes its output here as it comes; otherwise it is collected.
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export const runCommand = (command, args, { env = {}, show = false, timeoutMs } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...(show ? {} : { NO_COLOR: '1' }), ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      detached: true,
    });
    running.add(child);
    let output = '';
    let timedOut = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            signalGroup(child, 'SIGTERM');
            setTimeout(() => signalGroup(child, 'SIGKILL'), 5_000).unref();
          }, timeoutMs);
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    const end = (code, text = '') => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output: output + text, timedOut });
    };
    child.on('error', (error) => end(127, `${error.message}\n`));
    child.on('close', (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

/**
 * Hands the terminal to a long-lived program and waits for its end. A signal reaches it once, however often it comes
 * within a second (npm, the shell and the terminal each pass one on); its exit code is ours; should this process die
 * first, the program is told to stop.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ ownGroup: boolean }} options `ownGroup` keeps the terminal's Ctrl-C from reaching the program directly
 * @returns {Promise<number>}
 */
export const handOver = (command, args, { ownGroup }) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { NODE_COMPILE_CACHE: at('node_modules', '.cache', 'compiled'), ...process.env },
      stdio: [ownGroup ? 'ignore' : 'inherit', 'inherit', 'inherit', 'ipc'],
      detached: ownGroup,
    });
    let lastPassedMs = 0;
    const pass = (signal) => {
      const isOwnTerminal = !ownGroup && signal === 'SIGINT' && process.stdin.isTTY === true;
      if (isOwnTerminal || Date.now() - lastPassedMs < 1_000) return;
      lastPassedMs = Date.now();
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
