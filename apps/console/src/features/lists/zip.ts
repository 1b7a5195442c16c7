const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
};

/** Little-endian fields, as [bytes, value]. */
const fields = (...pairs: readonly (readonly [2 | 4, number])[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(pairs.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of pairs) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
};

const deflate = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
};

const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** The first of January 1980, the zero of the format: what is packed twice is the same twice. */
const NO_DATE = 0x0021;

export type ZipFile = { readonly name: string; readonly text: string };

/** File names that differ and that every system takes, in order. */
const namesOf = (files: readonly ZipFile[]): readonly string[] => {
  const taken = new Set<string>();
  return files.map(({ name }) => {
    const plain = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_');
    let unique = plain;
    for (let again = 2; taken.has(unique.toLowerCase()); again++)
      unique = plain.replace(/(\.[^.]*)?$/, ` (${again})$1`);
    taken.add(unique.toLowerCase());
    return unique;
  });
};

/** Packs texts into one ZIP archive (PKWARE APPNOTE 6.3.10: deflate, names in UTF-8). */
export const zipOf = async (files: readonly ZipFile[]): Promise<Blob> => {
  const encoder = new TextEncoder();
  const body: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  const names = namesOf(files);
  for (const [index, { text }] of files.entries()) {
    const name = encoder.encode(names[index]);
    const bytes = encoder.encode(text);
    const packed = await deflate(bytes);
    const facts = [
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, DEFLATED],
      [2, 0],
      [2, NO_DATE],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    ] as const;
    const head = fields([4, 0x04034b50], ...facts);
    body.push(head, name, packed);
    directory.push(fields([4, 0x02014b50], [2, VERSION], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name);
    offset += head.length + name.length + packed.length;
  }
  const directorySize = directory.reduce((sum, { length }) => sum + length, 0);
  const count = files.length;
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, directorySize], [4, offset], [2, 0]);
  return new Blob([...body, ...directory, end], { type: 'application/zip' });
};
