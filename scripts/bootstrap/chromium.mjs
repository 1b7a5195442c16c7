import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './processes.mjs';
import { withProgress } from './progress.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APT_TIME_OUT_MS = 300_000;

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Path of a Chromium on this machine; `REDOUBT_CHROMIUM` names one elsewhere. */
const findChromium = () => {
  const named = process.env.REDOUBT_CHROMIUM;
  if (named !== undefined && named !== '') return isExecutable(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => isExecutable(path));
};

const aptGet = async (...args) => {
  const { code, output } = await runCommand('apt-get', args, {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: APT_TIME_OUT_MS,
  });
  if (code !== 0) throw new Error(output.trim().split('\n').slice(-3).join('\n'));
};

/**
 * A Chromium for the browser journeys, installed from Debian's packages where this process may.
 * @returns {Promise<{ path: string } | { missing: string }>} its path, or the sentence that says what to do
 */
export const ensureChromium = async () => {
  const found = findChromium();
  if (found !== undefined) return { path: found };
  const advice =
    'Browser journeys need Chromium: install the Debian package "chromium", or name one in REDOUBT_CHROMIUM.';
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return { missing: advice };
  try {
    await withProgress('Installing Chromium', async () => {
      await aptGet('update', '-q');
      await aptGet('install', '-y', '-q', '--no-install-recommends', 'chromium');
    });
  } catch (error) {
    return { missing: `${advice} Installing it failed: ${error.message}` };
  }
  const installed = findChromium();
  return installed === undefined ? { missing: advice } : { path: installed };
};
