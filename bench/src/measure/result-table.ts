import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Adds rows to a table of `bench/results`, which begins with the head; gives them as they stand in the file. */
export const appendResults = async (
  directory: string,
  file: string,
  head: string,
  rows: readonly (readonly string[])[],
): Promise<string> => {
  const table = join(directory, file);
  await mkdir(directory, { recursive: true });
  const isThere = await readFile(table, 'utf8').then(
    () => true,
    () => false,
  );
  if (!isThere) await writeFile(table, head);
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  await appendFile(table, `${lines}\n`);
  return lines;
};
