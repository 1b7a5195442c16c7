import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { CliContext } from '../../cli-context.ts';
import { CliError } from '../../cli-error.ts';

/** A file as the person named it (or the directory it was found in), and where it is. */
export type FoundFile = { readonly name: string; readonly path: string; readonly isNamed: boolean };

/** What `-` stands for. */
const STANDARD_INPUT = '-';

/** The text of a file, or of standard input, without a byte-order mark. */
export const readText = async ({ path }: FoundFile, context: CliContext): Promise<string> =>
  (path === STANDARD_INPUT ? await readInput(context) : await readFile(path, 'utf8')).replace(/^\uFEFF/, '');

/** All of standard input, as UTF-8. */
export const readInput = async ({ input }: CliContext): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
};

const isHidden = (path: string): boolean =>
  path.split(/[/\\]/).some((part) => part.startsWith('.') || part === 'node_modules');

const filesBelow = async (directory: string, extensions: readonly string[]): Promise<readonly string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && extensions.includes(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => !isHidden(path))
    .toSorted();

/**
 * Files named, standard input for `-`, and files with one of the extensions below the directories named, in order and once
 * each.
 */
export const findFiles = async (
  names: readonly string[],
  extensions: readonly string[],
  context: CliContext,
): Promise<readonly FoundFile[]> => {
  const found = new Map<string, FoundFile>();
  for (const name of names) {
    if (name === STANDARD_INPUT) {
      found.set(name, { name: 'standard input', path: STANDARD_INPUT, isNamed: true });
      continue;
    }
    const path = context.resolvePath(name);
    const facts = await stat(path).catch((error: unknown) => {
      throw new CliError(`${name} cannot be read: ${(error as Error).message}.`, { cause: error, exitCode: 2 });
    });
    if (!facts.isDirectory()) {
      found.set(path, { name, path, isNamed: true });
      continue;
    }
    for (const below of await filesBelow(path, extensions)) {
      const file = { name: join(name, below), path: join(path, below), isNamed: false };
      if (!found.has(file.path)) found.set(file.path, file);
    }
  }
  return [...found.values()];
};
