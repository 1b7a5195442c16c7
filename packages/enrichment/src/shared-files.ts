import { ownBuffer, sharedBuffer, type NewBuffer } from '@redoubt/kernel';
import { statSync } from 'node:fs';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import type { Steps } from './drain.ts';
import { readBytes } from './read-file.ts';

/** What was made of files, for every thread; the stamp changes whenever one of them did. */
type SharedValue<T> = { readonly stamp: string; readonly value: T };

let isSharing = false;

/** From now on threads that this one starts use its copies of large files instead of reading their own. */
export const shareFiles = (): void => {
  isSharing = isMainThread;
};

const stampOf = (path: string): string => {
  const { size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${size} ${mtimeMs}`;
};

/**
 * What is made of files, that of the thread that started this one where it shares this edition.
 *
 * @param make gives plain data over buffers of the function that it is given; it may read files for other reasons too.
 */
export function* sharedOf<T>(
  what: string,
  paths: readonly string[],
  make: (newBuffer: NewBuffer) => Steps<T>,
): Steps<T> {
  const name = `redoubt ${what} ${paths.join(' ')}`;
  const known = getEnvironmentData(name) as SharedValue<T> | undefined;
  if (known === undefined && !isSharing) return yield* make(ownBuffer);
  const stamp = paths.map(stampOf).join();
  if (known?.stamp === stamp) return known.value;
  if (!isSharing) return yield* make(ownBuffer);
  const value = yield* make(sharedBuffer);
  // A newer edition takes the place of the one before.
  setEnvironmentData(name, { stamp, value } satisfies SharedValue<T>);
  return value;
}

/** The bytes of a file, outside the heap. @throws `DataError`. */
export function* readShared(path: string): Steps<Buffer> {
  const { buffer, byteOffset, length } = yield* sharedOf('file', [path], function* (newBuffer): Steps<Uint8Array> {
    const read = yield* readBytes(path);
    if (newBuffer === ownBuffer) return read;
    const bytes = new Uint8Array(newBuffer(read.length));
    bytes.set(read);
    return bytes;
  });
  return Buffer.from(buffer, byteOffset, length);
}
