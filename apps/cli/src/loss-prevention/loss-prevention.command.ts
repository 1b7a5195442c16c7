import { RETAIL_SAMPLE, samplePrecision } from '@redoubt/domain';
import type { CliContext, DefineCommand } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';
import { formatCount } from '../terminal/format.ts';

type Options = { readonly seed: string };

const demonstrate = ({ seed }: Options, { terminal }: CliContext): void => {
  const parsed = Number(seed);
  if (!Number.isSafeInteger(parsed)) throw new CliError(`--seed takes a whole number, not ${seed}.`);
  const { staff, wrongdoers, months } = RETAIL_SAMPLE;
  const found = samplePrecision({ ...RETAIL_SAMPLE, seed: parsed });
  terminal.print(
    `A made-up chain: ${formatCount(staff)} staff, ${wrongdoers} of whom do wrong, ${formatCount(found.transactions)} transactions of ${months} months.`,
  );
  terminal.print('');
  terminal.print('       average    most  months  staff   what they do');
  for (const [at, { id, averageScore, maxScore, scoreCount, pattern }] of found.top.entries()) {
    const cells = [
      String(at + 1).padStart(4),
      averageScore.toFixed(0).padStart(9),
      String(maxScore).padStart(7),
      String(scoreCount).padStart(7),
      `  ${id}`,
      `  ${pattern ?? 'nothing'}`,
    ];
    terminal.print(cells.join(''));
  }
  terminal.print('');
  terminal.print(`Precision at ${wrongdoers}: ${found.precision.toFixed(2)}`);
  terminal.print(
    `At or above the threshold in a month: ${found.anomalous}, of whom ${found.falselyAnomalous} did nothing.`,
  );
};

/** `redoubt loss-prevention demo` */
export const defineLossPrevention: DefineCommand = (command, context) => {
  command
    .command('demo')
    .description('Score a made-up chain of stores in memory, and compare the riskiest people with those who do wrong.')
    .option('--seed <number>', 'another chain', String(RETAIL_SAMPLE.seed))
    .action((options: Options) => demonstrate(options, context));
};
