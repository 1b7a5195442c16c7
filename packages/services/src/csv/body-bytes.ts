import type { Readable } from 'node:stream';
import { fail } from '@redoubt/domain';

/** The bytes of a body as they came: joining 20 MB would hold everything up. */
export type BodyBytes = { readonly pieces: readonly Uint8Array[]; readonly sizeBytes: number };

/**
 * Reads a body to its end. Throws REQ-INVALID where its sender went away.
 *
 * @param check is given the length so far after each piece, and throws where it is too much
 */
export const readBody = async (stream: Readable, check: (sizeBytes: number) => void): Promise<BodyBytes> => {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    // A request that is given up on must stay open for its answer, so leaving early does not destroy it.
    for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
      sizeBytes += piece.byteLength;
      check(sizeBytes);
    }
  } catch (error) {
    if (stream.errored) throw fail('REQ-INVALID', { count: 1 }, error);
    throw error;
  } finally {
    stream.resume();
  }
  return { pieces, sizeBytes };
};
