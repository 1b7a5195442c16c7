import { isIPv4 } from 'node:net';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import { Reader, type Response } from 'mmdb-lib';
import { DataError } from '../data-error.ts';
import type { Steps } from '../drain.ts';
import { readShared } from '../shared-files.ts';

/** An MMDB file, held in memory outside the heap. */
export type Mmdb = {
  /** Kind of the file and the instant it was built. */
  readonly version: string;
  readonly bytes: number;
  /** @param address IPv4 or IPv6; a file of version 4 knows nothing of version 6. */
  readonly find: (address: string) => JsonObject | undefined;
};

/** What stands before the last part of every such file. */
const MARKER = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');

const readerOf = (path: string, buffer: Buffer): Reader<Response> => {
  try {
    return new Reader(buffer);
  } catch (cause) {
    throw new DataError(`${path} is damaged: it cannot be read as an MMDB file.`, { cause });
  }
};

/** @throws `DataError` for a file that is not there or damaged; undefined for one of another kind. */
export function* openMmdb(path: string): Steps<Mmdb | undefined> {
  const buffer = yield* readShared(path);
  if (!buffer.includes(MARKER, Math.max(0, buffer.length - 131_072))) return undefined;
  const reader = readerOf(path, buffer);
  const { databaseType, buildEpoch, ipVersion } = reader.metadata;
  return {
    version: `${databaseType} ${buildEpoch.toISOString()}`,
    bytes: buffer.length,
    find: (address) => {
      if (ipVersion === 4 && !isIPv4(address)) return undefined;
      // Its types name the layouts of one publisher only.
      const record = reader.get(address) as unknown as JsonObject | null;
      return record !== null && isJsonObject(record) ? record : undefined;
    },
  };
}
