import { once } from 'node:events';
import type { Command } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import { CliError, EXIT_INTERRUPTED } from '../../cli-error.ts';
import { createEvaluator } from './evaluate.ts';
import { splitLines } from './lines.ts';

/** Longest line that is read; longer ones are answered as too long without being kept. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Answers requests as they come: all lines of a piece of input together, the next piece only once the reader has taken
 * the answers.
 */
const answerAll = async ({ input, output, clock, stop }: CliContext): Promise<void> => {
  const { answerLine } = createEvaluator(clock);
  const readerGone = new AbortController();
  output.once('error', () => readerGone.abort());
  const ended = AbortSignal.any([stop, readerGone.signal]);
  for await (const lines of splitLines(input, MAX_LINE_BYTES)) {
    if (ended.aborted) break;
    let answers = '';
    for (const { number, text } of lines) answers += `${JSON.stringify(await answerLine(number, text))}\n`;
    if (!output.write(answers)) await once(output, 'drain', { signal: ended }).catch(() => undefined);
  }
  if (stop.aborted) throw new CliError('Stopped.', { exitCode: EXIT_INTERRUPTED });
};

/** `redoubt fql eval --ndjson` */
export const addEvalCommand = (fql: Command, context: CliContext): void => {
  fql
    .command('eval')
    .description('Evaluate rules: one JSON request a line on standard input, one answer a line on standard output.')
    .requiredOption('--ndjson', 'requests and answers are lines of JSON (docs/language/cli.md)')
    .action(() => answerAll(context));
};
