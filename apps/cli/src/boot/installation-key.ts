import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliContext } from '../cli-context.ts';
import { CliError } from '../cli-error.ts';

/** The secret that the server of this data hashes with: `REDOUBT_KEY`, else the file it keeps. */
export const readInstallationKey = async ({ variables, dataDirectory }: CliContext): Promise<string> => {
  const { REDOUBT_KEY: given } = variables;
  if (given) return given;
  const file = join(dataDirectory, 'installation.key');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new CliError(
      `${file} cannot be read, without which nothing can be hashed as the server does; set REDOUBT_KEY or REDOUBT_DATA.`,
      {
        cause: error,
        exitCode: 2,
      },
    );
  }
};
