import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { isTreeComplete } from './installed-tree.mjs';
import { withPrepareLock } from './lock.mjs';
import { at, PINNED_NODE } from './paths.mjs';
import { Problem } from './problem.mjs';
import { runCommand } from './processes.mjs';
import { withProgress } from './progress.mjs';

const STAMP = at('node_modules', '.redoubt-install');
const NPM_RECORD = at('node_modules', '.package-lock.json');
const OLDEST_MAJOR = 20;

const lockfileHash = async () =>
  createHash('sha256')
    .update(await readFile(at('package-lock.json')))
    .digest('hex');

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));

const stamp = async () => writeFile(STAMP, `${await lockfileHash()}\n`);

const isInstalled = async () => {
  if (!existsSync(PINNED_NODE)) return false;
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')).trim() === (await lockfileHash())) return true;
  // Somebody installed by hand, or the lockfile changed without changing a package: npm's own record tells.
  if (!existsSync(NPM_RECORD)) return false;
  if (!isTreeComplete(await readJson(at('package-lock.json')), await readJson(NPM_RECORD))) return false;
  await stamp();
  return true;
};

/** npm's own words for what went wrong, in one line. */
const reasonOf = (output) => {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !/^(code|errno|syscall|A complete log|\/.*\.log$)/.test(line));
  const detail = lines.find((line) => /^(Missing|Invalid): /.test(line));
  return [lines[0] ?? 'no reason given', detail].filter((part) => part !== undefined).join(' ');
};

const npmCommand = () => {
  const script = process.env.npm_execpath;
  return script !== undefined && /npm-cli\.c?js$/.test(script) ? [process.execPath, script] : ['npm'];
};

const install = async () => {
  const [command, ...first] = npmCommand();
  const args = [...first, 'ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  const { code, output } = await runCommand(command, args);
  if (code !== 0) throw new Problem(`Installing the packages failed (npm ended with ${code}): ${reasonOf(output)}`);
  const pinned = await runCommand(PINNED_NODE, ['--version']);
  if (pinned.code !== 0) {
    throw new Problem(
      'The packages are installed, but the Node.js among them does not run: install scripts are probably switched off (npm config ignore-scripts).',
    );
  }
  await stamp();
};

/** Installs what the lockfile names unless exactly that is there; two at once wait for each other. */
export const ensureInstalled = async () => {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_MAJOR) {
    throw new Problem(`Redoubt needs Node.js ${OLDEST_MAJOR} or later to start; this is ${process.versions.node}.`);
  }
  if (await isInstalled()) return;
  await withPrepareLock(async () => {
    if (await isInstalled()) return;
    await withProgress('Installing packages', install);
  });
};
