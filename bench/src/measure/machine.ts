import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { promisify } from 'node:util';

/** What a figure depends on besides the code. */
export type Machine = {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  readonly postgres: string;
  readonly commit: string;
  /** True where files differ from the commit. */
  readonly isModified: boolean;
};

const run = promisify(execFile);

const output = async (command: string, ...args: string[]): Promise<string> =>
  (await run(command, args).catch(() => ({ stdout: '' }))).stdout.trim();

export const readMachine = async (postgresDirectory: string): Promise<Machine> => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  node: process.version,
  postgres: (await readFile(`${postgresDirectory}/PG_VERSION`, 'utf8').catch(() => 'unknown')).trim(),
  commit: (await output('git', 'rev-parse', '--short', 'HEAD')) || 'unknown',
  isModified: (await output('git', 'status', '--porcelain', '--untracked-files=no')) !== '',
});
