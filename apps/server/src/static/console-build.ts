import { consoleBuildOf } from '@redoubt/contracts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIRST_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/;

/** The build of the console in a folder; null where none is built. Read once: a server goes on with what it began with. */
export const readConsoleBuild = (directory: string): string | null => {
  const page = join(directory, 'index.html');
  if (!existsSync(page)) return null;
  const script = FIRST_SCRIPT.exec(readFileSync(page, 'utf8'))?.[1];
  return script === undefined ? null : consoleBuildOf(script);
};
