import type { Readable, Writable } from 'node:stream';
import type { Clock } from '@redoubt/kernel';
import type { Command } from 'commander';
import type { Terminal } from './terminal/terminal.ts';

/** What a command may use of the world around it. */
export type CliContext = {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** A path as the person typed it → where it is. */
  readonly resolvePath: (path: string) => string;
  /** The directory of the server's data: demonstration facts, and what commands remember. */
  readonly dataDirectory: string;
  readonly terminal: Terminal;
  /** What is piped in. */
  readonly input: Readable;
  /** Standard output, for commands that write more than a few lines and wait for their reader. */
  readonly output: Writable;
  readonly clock: Clock;
  /** Aborted by the first Ctrl-C: finish what is in flight, save, say how to go on. */
  readonly stop: AbortSignal;
};

/** Adds arguments, options, sub-commands and the action to a command that has its name and description. */
export type DefineCommand = (command: Command, context: CliContext) => void;
