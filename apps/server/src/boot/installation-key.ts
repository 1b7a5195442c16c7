import { BootError } from '@redoubt/storage';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret behind keyed hashes: `REDOUBT_KEY`, else one made on the first start and kept readable by the owner alone.
 */
export const loadInstallationKey = async (given: string | undefined, dataDirectory: string): Promise<string> => {
  if (given !== undefined) return given;
  const file = join(dataDirectory, 'installation.key');
  try {
    const kept = (await readFile(file, 'utf8')).trim();
    if (kept.length >= 32) return kept;
    throw new BootError(`The key in ${file} is damaged; restore it, or set REDOUBT_KEY.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const made = randomBytes(32).toString('base64url');
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
};
