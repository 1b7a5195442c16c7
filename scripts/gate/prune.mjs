import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** States of configurations and versions that are worked on in turns: branches, and the state before an upgrade. */
const KEPT = 6;

/**
 * Removes the folders of a cache that were used longest ago. One that another run removed meanwhile, or a cache that is
 * not there, is no failure.
 * @param {string} cache @param {number} [kept]
 * @returns {Promise<void>}
 */
export const pruneFolders = async (cache, kept = KEPT) => {
  const entries = await readdir(cache, { withFileTypes: true }).catch(() => []);
  const folders = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const path = join(cache, name);
        const files = await readdir(path).catch(() => []);
        const times = await Promise.all(
          files.map((file) =>
            stat(join(path, file)).then(
              (found) => found.mtimeMs,
              () => 0,
            ),
          ),
        );
        return { path, usedMs: Math.max(0, ...times) };
      }),
  );
  const oldest = folders.toSorted((one, other) => other.usedMs - one.usedMs).slice(kept);
  await Promise.all(oldest.map(({ path }) => rm(path, { recursive: true, force: true })));
};
