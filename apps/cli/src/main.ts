#!/usr/bin/env node
import { resolve } from 'node:path';
import { systemClock } from '@redoubt/kernel';
import { Command } from 'commander';
import { registerAuditCommands } from './audit/audit.command.ts';
import { registerBackupCommands } from './backup/backup.command.ts';
import { registerBacktestCommand } from './backtest/backtest.command.ts';
import type { CliContext, RegisterCommands } from './cli-context.ts';
import { CliError, EXIT_INTERRUPTED } from './cli-error.ts';
import { registerConfigCommands } from './config/config.commands.ts';
import { registerDataCommands } from './data/data.command.ts';
import { registerEraseCommand } from './erase/erase.command.ts';
import { registerEventsCommands } from './events/events-import.command.ts';
import { registerFqlCommands } from './fql/fql.commands.ts';
import { registerKeyCommands } from './key/key.commands.ts';
import { registerLossPreventionCommands } from './loss-prevention/loss-prevention.command.ts';
import { registerMockCommand } from './mock/mock.command.ts';
import { registerRatesCommands } from './rates/rates.command.ts';
import { registerReplayCommand } from './replay/replay.command.ts';
import { processTerminal } from './terminal/terminal.ts';
import { registerVelocityCommands } from './velocity/velocity-replay.command.ts';

const FEATURES: readonly RegisterCommands[] = [
  registerAuditCommands,
  registerBackupCommands,
  registerBacktestCommand,
  registerConfigCommands,
  registerDataCommands,
  registerEraseCommand,
  registerEventsCommands,
  registerFqlCommands,
  registerKeyCommands,
  registerLossPreventionCommands,
  registerMockCommand,
  registerRatesCommands,
  registerReplayCommand,
  registerVelocityCommands,
];

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
  const program = new Command('redoubt')
    .description('The command line of Redoubt.')
    .showHelpAfterError('(add --help for what this command takes)');
  for (const register of FEATURES) register(program, context);
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.message !== '') context.terminal.error(error.message);
    process.exitCode = error.exitCode;
  }
};

await run();
