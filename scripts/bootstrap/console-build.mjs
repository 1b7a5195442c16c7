import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { compressAssets } from './compress-assets.mjs';
import { checkBudget } from './console-budget.mjs';
import { withPrepareLock } from './lock.mjs';
import { at, PINNED_NODE, ROOT } from './paths.mjs';
import { Problem } from './problem.mjs';
import { runCommand } from './processes.mjs';
import { withProgress } from './progress.mjs';

/** Everything the console is made of; `lint/import-table.json` says which packages it may reach. */
const SOURCES = [
  'package-lock.json',
  'apps/console',
  'packages/contracts',
  'packages/domain',
  'packages/fingerprint',
  'packages/fql',
  'packages/fql-editor',
  'packages/i18n',
  'packages/kernel',
  'packages/ui',
];
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'corpus']);
const IGNORED_FILES = /\.test\.tsx?$|\.tsbuildinfo$/;
const STAMP = at('apps', 'console', 'dist', '.sources');
const ENTRY = at('apps', 'console', 'dist', 'index.html');

/** @returns {Promise<string[]>} */
const filesBelow = async (path) => {
  const entries = await readdir(path, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : filesBelow(join(path, entry.name));
      return IGNORED_FILES.test(entry.name) ? [] : [join(path, entry.name)];
    }),
  );
  return found.flat();
};

const sourcesHash = async () => {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = at(source);
    const files = source.includes('.') ? [path] : (await filesBelow(path)).sort();
    for (const file of files)
      hash
        .update(`${file.slice(ROOT.length)}\0`)
        .update(await readFile(file))
        .update('\0');
  }
  return hash.digest('hex');
};

const isBuilt = async (hash) => existsSync(ENTRY) && existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === hash;

/** The console, and the script that collects facts about devices in shops' pages. */
const CONFIGURATIONS = [at('apps', 'console', 'vite.config.ts'), at('packages', 'fingerprint', 'vite.config.ts')];

const build = async (hash) => {
  for (const configuration of CONFIGURATIONS) {
    const args = [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', configuration];
    const { code, output } = await runCommand(PINNED_NODE, [...args, '--logLevel', 'warn'], {
      env: { NODE_ENV: 'production' },
    });
    if (code !== 0) throw new Problem(`Building the console failed:\n${stripVTControlCharacters(output).trim()}`);
  }
  await compressAssets(at('apps', 'console', 'dist', 'dist'));
  const grown = await checkBudget(at('apps', 'console'));
  if (grown.length > 0)
    throw new Problem(`The console is larger than apps/console/size-budget.json allows:\n${grown.join('\n')}`);
  await writeFile(STAMP, hash);
};

/** Builds the console unless what is built came from exactly these sources. */
export const ensureConsoleBuilt = async () => {
  const hash = await sourcesHash();
  if (await isBuilt(hash)) return;
  await withPrepareLock(async () => {
    if (await isBuilt(hash)) return;
    await withProgress('Building the console', () => build(hash));
  });
};
