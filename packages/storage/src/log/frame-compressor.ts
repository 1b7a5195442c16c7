import { constants, createZstdCompress } from 'node:zlib';

/** Compresses a text into a zstd frame of its own that names the length of its content (RFC 8878 §3.1.1). */
export type CompressFrame = (text: string) => Promise<Buffer>;

const OPTIONS = {
  chunkSize: 64 * 1024,
  // Never full, so that no frame waits for a reader: it is read as soon as it is whole.
  highWaterMark: 2 ** 30,
  // Each text ends its frame, and is known whole when the frame begins.
  flush: constants.ZSTD_e_end,
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
};

const openStream = () => {
  const stream = createZstdCompress(OPTIONS);
  // The waiting caller is called back by the callback of the write.
  stream.on('error', () => undefined);
  return stream;
};

/**
 * One stream for all frames, in the thread pool. A compressor for each call, as of `zstdCompressSync`, stays in memory
 * with what it read and wrote until the next collection of the old generation, however young it is, and brings that
 * collection about (ADR 45).
 */
export const createFrameCompressor = (): CompressFrame => {
  let stream = openStream();
  return (text) =>
    new Promise((resolve, reject) => {
      if (stream.destroyed) stream = openStream();
      const current = stream;
      current.write(text, 'utf8', (error) => {
        if (error) reject(error);
        else resolve(current.read() as Buffer);
      });
    });
};
