import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** About twenty states of the whole repository. */
const KEPT = 60_000;

/**
 * The keys of what was green. A file that cannot be read counts as empty: then everything runs.
 * @param {string} path
 * @returns {Promise<Set<string>>}
 */
export const readGreen = async (path) => {
  try {
    const keys = JSON.parse(await readFile(path, 'utf8'));
    return new Set(Array.isArray(keys) ? keys : []);
  } catch {
    return new Set();
  }
};

const add = async (path, keys) => {
  const green = await readGreen(path);
  for (const key of keys) {
    green.delete(key);
    green.add(key);
  }
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, JSON.stringify([...green].slice(-KEPT)));
  await rename(fresh, path);
};

/** The last write: steps end at the same time, and each write takes over what the one before it wrote. */
let writing = Promise.resolve();

/**
 * Adds keys, the newest last; the oldest are forgotten first.
 * @param {string} path @param {Iterable<string>} keys
 * @returns {Promise<void>}
 */
export const addGreen = (path, keys) => {
  const written = writing.then(() => add(path, keys));
  writing = written.catch(() => undefined);
  return written;
};
