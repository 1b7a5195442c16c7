import { zstdDecompressSync } from 'node:zlib';

/** The least output that zlib takes. */
const LEAST_BYTES = 64;
/** More than that is not believed before it has come. */
const MOST_BYTES = 64 * 1024 * 1024;
const UNKNOWN_BYTES = 256 * 1024;

/** The length of the content stands within the first bytes of a frame, so many at most. */
export const FRAME_HEADER_BYTES = 18;

/** Where a frame says how long its content is: at byte 5, or past the byte that tells its window where it has one. */
export const lengthOfContent = (frame: Uint8Array): number | undefined => {
  const descriptor = frame[4] ?? 0;
  const [hasDictionary, isSingleSegment, size] = [descriptor & 3, descriptor & 0x20, descriptor >>> 6];
  const at = isSingleSegment ? 5 : 6;
  if (hasDictionary !== 0 || frame.length < at + 8) return undefined;
  // A frame that a thread was sent is no Buffer.
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  if (size === 1) return view.getUint16(at, true) + 256;
  if (size === 2) return view.getUint32(at, true);
  return size === 0 && isSingleSegment ? frame[at] : undefined;
};

/**
 * Inflates a zstd frame (RFC 8878 §3.1.1) in one piece: the frame names the length of its content. With an output of
 * another size zlib cuts pieces and joins them, or holds memory that is not used, and takes half as long again.
 */
export const inflateFrame = (frame: Uint8Array): Buffer => {
  const length = lengthOfContent(frame);
  const bytes = length === undefined || length > MOST_BYTES ? UNKNOWN_BYTES : Math.max(LEAST_BYTES, length);
  // One byte is left over, by which zlib sees that nothing more comes.
  return zstdDecompressSync(frame, { chunkSize: bytes + 1 });
};

/** Texts of a block, between NULs; each is made where it is asked for. */
export type BlockTexts = { readonly count: number; readonly at: (number: number) => string };

/** Where the texts of a block begin and end: text `n` lies from `places[n]` up to `places[n + 1] - 1`. */
export const placesOf = (block: Buffer): readonly number[] => {
  const places = [0];
  for (let at = block.indexOf(0); at >= 0; at = block.indexOf(0, at + 1)) places.push(at + 1);
  places.push(block.length + 1);
  return places;
};

export const inflateTexts = (frame: Uint8Array): BlockTexts => {
  const block = inflateFrame(frame);
  const places = placesOf(block);
  return {
    count: places.length - 1,
    at: (number) => block.toString('utf8', places[number], (places[number + 1] ?? 0) - 1),
  };
};
