import type { WriteStream } from 'node:tty';

/** Where a command talks to a person: results on standard output, progress and complaints on standard error. */
export type Terminal = {
  readonly print: (text: string) => void;
  readonly error: (text: string) => void;
  /** The screen behind standard error where lines can be rewritten; null when it is a file or a pipe. */
  readonly screen: WriteStream | null;
};

export const processTerminal = (): Terminal => {
  // Who closes the terminal or the pipe loses the output, not what a long job has yet to save.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return {
    print: (text) => {
      process.stdout.write(`${text}\n`);
    },
    error: (text) => {
      process.stderr.write(`${text}\n`);
    },
    screen: process.stderr.isTTY ? process.stderr : null,
  };
};
