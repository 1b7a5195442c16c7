const NEWLINE = 0x0a;

/** One line of input, from 1; `text` is null where it is longer than allowed. */
export type Line = { readonly number: number; readonly text: string | null };

/**
 * Splits a stream of bytes at newlines alone: JSON may hold every other character that breaks lines elsewhere. Gives the
 * lines of each chunk together, so that answers can be written together too. Blank lines are counted, not given.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<readonly Line[]> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const keep = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  const finish = (): Line => {
    const raw = bytes > maxBytes ? null : Buffer.concat(pieces).toString('utf8');
    const text = raw !== null && number === 0 && raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
    pieces = [];
    bytes = 0;
    number += 1;
    return { number, text };
  };
  const isBlank = (line: Line): boolean => line.text !== null && line.text.trim() === '';
  for await (const chunk of chunks) {
    const buffer =
      typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const lines: Line[] = [];
    let from = 0;
    for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, from)) {
      keep(buffer.subarray(from, end));
      from = end + 1;
      const line = finish();
      if (!isBlank(line)) lines.push(line);
    }
    if (from < buffer.length) keep(Buffer.from(buffer.subarray(from)));
    if (lines.length > 0) yield lines;
  }
  if (bytes > 0) {
    const line = finish();
    if (!isBlank(line)) yield [line];
  }
}
