import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The unit `stat` counts blocks in, whatever the file system's own is. */
const BLOCK_BYTES = 512;

/** Bytes that the files below a directory take up on disk. Files that vanish meanwhile count as nothing. */
export const diskBytes = async (directory: string, leftOut: readonly string[]): Promise<number> => {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  let total = 0;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (leftOut.includes(entry.name)) continue;
    if (entry.isDirectory()) total += await diskBytes(path, leftOut);
    else total += ((await stat(path).catch(() => null))?.blocks ?? 0) * BLOCK_BYTES;
  }
  return total;
};
