import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import type { ConfigurationFile } from '@redoubt/services';
import { CliError } from '../cli-error.ts';

const EXTENSIONS: ReadonlySet<string> = new Set(['.yaml', '.yml', '.csv']);

const isHidden = (path: string): boolean =>
  path.split(sep).some((part) => part.startsWith('.') || part === 'node_modules');

/** Files of a configuration below a directory, in order; what a repository holds besides is passed over. */
const configurationPaths = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && EXTENSIONS.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => !isHidden(path))
    .toSorted();
};

const decode = (path: string, bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CliError(`${path} is not encoded as UTF-8.`, { cause: error, exitCode: 2 });
  }
};

/** Reads a configuration; paths are given with `/`. Windows line ends count as line ends. */
export const readConfiguration = async (directory: string): Promise<readonly ConfigurationFile[]> => {
  const found = await stat(directory).catch((error: unknown) => {
    throw new CliError(`${directory} cannot be read: ${(error as Error).message}.`, { cause: error, exitCode: 2 });
  });
  if (!found.isDirectory()) throw new CliError(`${directory} is no directory.`, { exitCode: 2 });
  const files: ConfigurationFile[] = [];
  for (const path of await configurationPaths(directory)) {
    const text = decode(path, await readFile(join(directory, path)));
    const isYaml = extname(path).toLowerCase() !== '.csv';
    files.push({ path: path.split(sep).join('/'), text: isYaml ? text.replaceAll('\r\n', '\n') : text });
  }
  return files;
};

export type Written = { readonly written: number; readonly unchanged: number; readonly deleted: readonly string[] };

/**
 * Writes a configuration over the one that stands in a directory. `isStale` says which files that the configuration does
 * not have are left over from resources that are gone.
 */
export const writeConfiguration = async (
  directory: string,
  files: readonly ConfigurationFile[],
  isStale: (path: string) => boolean,
): Promise<Written> => {
  await mkdir(directory, { recursive: true });
  const wanted = new Set(files.map(({ path }) => path));
  const deleted: string[] = [];
  for (const found of await configurationPaths(directory)) {
    const path = found.split(sep).join('/');
    if (wanted.has(path) || !isStale(path)) continue;
    await rm(join(directory, found));
    deleted.push(path);
  }
  let unchanged = 0;
  for (const { path, text } of files) {
    const target = join(directory, ...path.split('/'));
    const before = await readFile(target, 'utf8').catch(() => null);
    if (before === text) {
      unchanged += 1;
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return { written: files.length - unchanged, unchanged, deleted };
};
