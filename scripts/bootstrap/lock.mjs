import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './paths.mjs';
import { say } from './say.mjs';

const FOLDER = join(tmpdir(), `redoubt-prepare-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}`);
const POLL_MS = 250;
/** Time between making the folder and writing the owner's process id into it. */
const UNSIGNED_MS = 5_000;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const ownerPid = async () => {
  try {
    return Number(await readFile(join(FOLDER, 'pid'), 'utf8'));
  } catch {
    return 0;
  }
};

/**
 * Lets one process at a time prepare this checkout; a second start waits for the first, and a lock whose owner died is
 * taken over.
 * @template T
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export const withPrepareLock = async (step) => {
  let unsignedSinceMs = 0;
  let isTold = false;
  for (;;) {
    try {
      await mkdir(FOLDER, { mode: 0o700 });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const pid = await ownerPid();
    if (pid === 0) unsignedSinceMs ||= Date.now();
    const isAbandoned = pid === 0 ? Date.now() - unsignedSinceMs > UNSIGNED_MS : !isAlive(pid);
    if (isAbandoned) {
      await rm(FOLDER, { recursive: true, force: true });
      continue;
    }
    if (!isTold && pid !== 0) say(`Waiting for another start (process ${pid}) to finish preparing …`);
    isTold ||= pid !== 0;
    await sleep(POLL_MS);
  }
  const release = () => rm(FOLDER, { recursive: true, force: true });
  try {
    await writeFile(join(FOLDER, 'pid'), String(process.pid));
    return await step();
  } finally {
    await release();
  }
};
