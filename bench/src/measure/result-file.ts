import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

export type ResultFile = {
  readonly directory: string;
  readonly name: string;
  /** What a new file begins with. */
  readonly head: string;
};

/** Adds the table of a run to the results of all runs; gives the block that was added. */
export const addResult = async (
  { directory, name, head }: ResultFile,
  at: string,
  machine: Machine,
  table: string,
): Promise<string> => {
  const run = `${at.slice(0, 10)}-${machine.commit}, ${machine.cores} × ${machine.cpu}, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  const block = `\n## ${run}\n\n${table}\n`;
  const path = join(directory, name);
  await mkdir(directory, { recursive: true });
  const isThere = await readFile(path, 'utf8').then(
    () => true,
    () => false,
  );
  if (!isThere) await writeFile(path, head);
  await appendFile(path, block);
  return block;
};
