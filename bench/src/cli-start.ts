import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Machine } from './measure/machine.ts';
import { appendResults } from './measure/result-table.ts';
import { median } from './measure/median.ts';

const run = promisify(execFile);
const MAIN = fileURLToPath(import.meta.resolve('../../apps/cli/src/main.ts'));
const ROUNDS = 9;
const MARK = 'processor-ms:';
/** Writes the processor time of the process as the last line of its standard error. */
const METER = `data:text/javascript,process.on('exit',()=>{const u=process.cpuUsage();process.stderr.write('\\n${MARK}'+(u.user+u.system)/1000)})`;

type Start = { readonly command: string; readonly processorMs: number };
export type CliStartFigures = { readonly bareMs: number; readonly starts: readonly Start[] };

const processorMs = async (words: readonly string[], cache: string): Promise<number> => {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const { stderr } = await run(process.execPath, ['--import', METER, ...words], { env });
  return Number(stderr.slice(stderr.lastIndexOf(MARK) + MARK.length));
};

/** Processor time of small commands of the command line, compiled before as after a first use, beside Node alone. */
export const measureCliStart = async (): Promise<CliStartFigures> => {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-start-'));
  const text = join(folder, 'rule.fql');
  await writeFile(text, 'RETURN Reject()\nWHEN @"totalAmount" > 5\n');
  const commands = [['--help'], ['fql', 'format', text], ['fql', 'check', text], ['config', '--help']];
  const cache = join(folder, 'compiled');
  try {
    const bare: number[] = [];
    const taken = commands.map((): number[] => []);
    for (const command of commands) await processorMs([MAIN, ...command], cache);
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await processorMs(['--eval', '0'], cache));
      for (const [index, command] of commands.entries())
        taken[index]?.push(await processorMs([MAIN, ...command], cache));
    }
    const named = (command: readonly string[]): string => command.filter((word) => word !== text).join(' ');
    return {
      bareMs: median(bare),
      starts: commands.map((command, index) => ({
        command: named(command),
        processorMs: median(taken[index] ?? []),
      })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const TABLE_HEAD = `# What starting the command line costs

One line per command and run of \`npm run bench -- cli-start\`: processor time of the pinned Node with that command, median of ${ROUNDS},
with the compiled code of an earlier use, beside the same Node that does nothing.

| Run | Machine | Command | Processor time | Node alone | Ratio |
|---|---|---|---|---|---|
`;

/** Adds a line per command to the table of all runs; gives them. */
export const saveCliStart = async (
  directory: string,
  at: string,
  machine: Machine,
  { bareMs, starts }: CliStartFigures,
): Promise<string> =>
  appendResults(
    directory,
    'cli-start.md',
    TABLE_HEAD,
    starts.map(({ command, processorMs: ms }) => [
      `${at.slice(0, 10)}-${machine.commit}`,
      `${machine.cores} × ${machine.cpu}`,
      `\`redoubt ${command}\``,
      `${ms.toFixed(0)} ms`,
      `${bareMs.toFixed(0)} ms`,
      (ms / bareMs).toFixed(1),
    ]),
  );
