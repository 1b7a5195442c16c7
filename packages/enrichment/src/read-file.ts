import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { DataError } from './data-error.ts';
import type { Steps } from './drain.ts';

/** Bytes read between two rests. */
const STEP_BYTES = 8 * 1024 * 1024;

/** Something that was read from files, with the edition it is. */
export type Edition<T> = { readonly value: T; readonly version: string; readonly size: string };

function* readSteps(path: string): Steps<Buffer> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(fstatSync(file).size);
    let at = 0;
    while (at < buffer.length) {
      const read = readSync(file, buffer, at, Math.min(STEP_BYTES, buffer.length - at), at);
      if (read === 0) break;
      at += read;
      yield;
    }
    return buffer.subarray(0, at);
  } finally {
    closeSync(file);
  }
}

/** The bytes of a file, outside the heap. @throws `DataError`. */
export function* readBytes(path: string): Steps<Buffer> {
  try {
    return yield* readSteps(path);
  } catch (cause) {
    throw new DataError(`${path} cannot be read.`, { cause });
  }
}

/** A text, and the edition of its file: name and beginning of the hash, since nothing in a CSV file says which it is. */
export function* readText(path: string): Steps<{ readonly content: string; readonly version: string }> {
  const bytes = yield* readBytes(path);
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    hash.update(bytes.subarray(at, at + STEP_BYTES));
    yield;
  }
  return { content: bytes.toString('utf8'), version: `${basename(path)} ${hash.digest('hex').slice(0, 12)}` };
}
