import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Tests hold less than a gigabyte there at a time; their workers, servers and browsers need the rest. */
const ROOM_BYTES = 8 * 2 ** 30;

const hasRoom = async () => {
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory?.() ?? freemem()) >= ROOM_BYTES;
  } catch {
    return false;
  }
};

/**
 * Makes a folder for all that tests write: in memory where there is plenty and TMPDIR names no other place. Each test file
 * makes a database of some thousand files and drops it, which a disk takes longer for than many tests take.
 * @returns {Promise<string>} its path; to be removed by the caller
 */
export const makeScratch = async () => {
  const parent = process.env.TMPDIR === undefined && (await hasRoom()) ? IN_MEMORY : tmpdir();
  const folder = await mkdtemp(join(parent, 'redoubt-test-'));
  // As root, database servers run under another account, which has to pass through.
  await chmod(folder, 0o711);
  return folder;
};
