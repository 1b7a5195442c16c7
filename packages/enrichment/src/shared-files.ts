import { statSync } from 'node:fs';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import type { Steps } from './drain.ts';
import { readBytes } from './read-file.ts';

/** A file in memory that every thread may read. */
type SharedFile = { readonly size: number; readonly mtimeMs: number; readonly bytes: SharedArrayBuffer };

let isSharing = false;

/** From now on threads that this one starts use its copies of large files instead of reading their own. */
export const shareFiles = (): void => {
  isSharing = isMainThread;
};

const nameOf = (path: string): string => `redoubt file ${path}`;

/** The bytes of a file, those of the thread that started this one where it shares this edition. @throws `DataError`. */
export function* readShared(path: string): Steps<Buffer> {
  const known = getEnvironmentData(nameOf(path)) as SharedFile | undefined;
  if (known === undefined && !isSharing) return yield* readBytes(path);
  const stat = statSync(path, { throwIfNoEntry: false });
  const { size = 0, mtimeMs = 0 } = stat ?? {};
  if (known?.size === size && known.mtimeMs === mtimeMs) return Buffer.from(known.bytes);
  const read = yield* readBytes(path);
  if (!isSharing) return read;
  const bytes = new SharedArrayBuffer(read.length);
  const buffer = Buffer.from(bytes);
  read.copy(buffer);
  // A newer edition takes the place of the one before.
  setEnvironmentData(nameOf(path), { size, mtimeMs, bytes } satisfies SharedFile);
  return buffer;
}
