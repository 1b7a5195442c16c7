import { constants, createZstdCompress } from 'node:zlib';

/** Compresses a text into a zstd frame of its own that names the length of its content (RFC 8878 §3.1.1). */
export type CompressFrame = (text: string) => Promise<Buffer>;

const optionsAt = (level: number) => ({
  chunkSize: 64 * 1024,
  // Never full, so that no frame waits for a reader: it is read as soon as it is whole.
  highWaterMark: 2 ** 30,
  // Each text ends its frame, and is known whole when the frame begins.
  flush: constants.ZSTD_e_end,
  params: { [constants.ZSTD_c_compressionLevel]: level },
});

const openStream = (level: number) => {
  const stream = createZstdCompress(optionsAt(level));
  // The waiting caller is called back by the callback of the write.
  stream.on('error', () => undefined);
  return stream;
};

/** Texts of up to so many characters are compressed at once. */
const SHORT = 32_000;
/** Room for a short text in UTF-8, and for its frame. */
const SCRATCH_BYTES = 128 * 1024;

/** What a stream of Node's zlib works with. Node keeps it private: where it is missing, every text goes to the thread pool. */
type Inside = {
  readonly _handle?: {
    readonly writeSync?: (
      flush: number,
      input: Buffer,
      from: number,
      length: number,
      output: Buffer,
      to: number,
      room: number,
    ) => void;
  };
  /** Bytes of room, and bytes of input, that were left over. */
  readonly _writeState?: Uint32Array;
};

/** Compresses a short text where it is called; undefined where that cannot be done. */
const createShortCompressor = (level: number): ((text: string) => Buffer | undefined) => {
  const stream = openStream(level);
  const { _handle: handle, _writeState: left } = stream as unknown as Inside;
  const writeSync = handle?.writeSync?.bind(handle);
  if (writeSync === undefined || left === undefined) return () => undefined;
  const input = Buffer.allocUnsafe(SCRATCH_BYTES);
  const output = Buffer.allocUnsafe(SCRATCH_BYTES);
  return (text) => {
    if (text.length > SHORT || stream.destroyed) return undefined;
    writeSync(constants.ZSTD_e_end, input, 0, input.write(text), output, 0, SCRATCH_BYTES);
    const [room = 0, rest] = left;
    return rest === 0 && room > 0 && room < SCRATCH_BYTES ? Buffer.from(output.subarray(0, -room)) : undefined;
  };
};

/**
 * One stream for all long frames, in the thread pool, and one compressor for short ones, which takes a fifth of what handing them
 * to another thread takes (ADR 126). A compressor for each call, as of `zstdCompressSync`, stays in memory
 * with what it read and wrote until the next collection of the old generation, however young it is, and brings that
 * collection about (ADR 45).
 *
 * @param level of zstd; commits are written at the lowest
 */
export const createFrameCompressor = (level = 1): CompressFrame => {
  const compressShort = createShortCompressor(level);
  // Most batches are short, so that most compressors never need it.
  let stream: ReturnType<typeof openStream> | undefined;
  return (text) => {
    const frame = compressShort(text);
    if (frame !== undefined) return Promise.resolve(frame);
    return new Promise((resolve, reject) => {
      if (stream === undefined || stream.destroyed) stream = openStream(level);
      const current = stream;
      current.write(text, 'utf8', (error) => {
        if (error) reject(error);
        else resolve(current.read() as Buffer);
      });
    });
  };
};
