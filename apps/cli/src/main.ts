#!/usr/bin/env node
import { resolve } from 'node:path';
import { systemClock } from '@redoubt/kernel';
import { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import { CliError, EXIT_INTERRUPTED } from './cli-error.ts';
import { completeProgram } from './program.ts';
import { processTerminal } from './terminal/terminal.ts';

/** The first Ctrl-C (or a closed terminal) asks the command to finish cleanly, the second one ends it on the spot. */
const stopSignal = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
      controller.abort();
    });
  }
  return controller.signal;
};

const run = async (): Promise<void> => {
  // npm runs scripts in the project's directory and tells the one it was called from.
  const callersDirectory = process.env.INIT_CWD ?? process.cwd();
  const context: CliContext = {
    variables: process.env,
    resolvePath: (path) => resolve(callersDirectory, path),
    dataDirectory: resolve(process.env.REDOUBT_DATA ?? '.redoubt'),
    terminal: processTerminal(),
    input: process.stdin,
    output: process.stdout,
    clock: systemClock,
    stop: stopSignal(),
  };
  const words = process.argv.slice(2);
  const program = await completeProgram(new Command(), words, context);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.message !== '') context.terminal.error(error.message);
    process.exitCode = error.exitCode;
  }
};

await run();
