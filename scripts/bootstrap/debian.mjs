import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './processes.mjs';
import { withProgress } from './progress.mjs';

const APT_TIME_OUT_MS = 300_000;

/** @param {string} path */
export const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Path of the first of these programs that is installed.
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export const findProgram = (names) => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => isExecutable(path));
};

const aptGet = async (...args) => {
  const { code, output } = await runCommand('apt-get', args, {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: APT_TIME_OUT_MS,
  });
  if (code !== 0) throw new Error(output.trim().split('\n').slice(-3).join('\n'));
};

/**
 * Installs a Debian package where this process may.
 * @param {string} name what people read while it happens
 * @param {string} packageName
 * @returns {Promise<string | undefined>} why it failed; an empty text where this process may not install anything
 */
export const installDebianPackage = async (name, packageName) => {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return '';
  try {
    await withProgress(`Installing ${name}`, async () => {
      await aptGet('update', '-q');
      await aptGet('install', '-y', '-q', '--no-install-recommends', packageName);
    });
    return undefined;
  } catch (error) {
    return error.message;
  }
};
