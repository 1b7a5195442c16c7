import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { systemClock } from '@redoubt/kernel';
import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { completeProgram } from '../program.ts';

export type CliRun = { readonly output: string; readonly errors: string; readonly exitCode: number };

/** Runs one command line as `main.ts` does, with the output kept. */
export const runCli = async (
  words: readonly string[],
  options: {
    readonly dataDirectory: string;
    readonly stop?: AbortSignal;
    readonly input?: string;
    readonly variables?: Readonly<Record<string, string>>;
  },
): Promise<CliRun> => {
  const [output, errors]: [string[], string[]] = [[], []];
  const written: Buffer[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk);
      done();
    },
  });
  const context: CliContext = {
    variables: options.variables ?? {},
    resolvePath: (path) => resolve(path),
    dataDirectory: options.dataDirectory,
    terminal: { print: (text) => output.push(text), error: (text) => errors.push(text), screen: null },
    input: Readable.from([Buffer.from(options.input ?? '')]),
    output: sink,
    clock: systemClock,
    stop: options.stop ?? new AbortController().signal,
  };
  let exitCode = 0;
  try {
    const program = await completeProgram(new Command().exitOverride(), words, context);
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    errors.push(error.message);
    exitCode = error.exitCode;
  }
  return { output: Buffer.concat(written).toString() + output.join('\n'), errors: errors.join('\n'), exitCode };
};
