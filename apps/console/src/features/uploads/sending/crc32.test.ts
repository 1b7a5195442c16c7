import { expect, it } from 'vitest';
import { crc32 as reference } from 'node:zlib';
import { crc32 } from './crc32.ts';

it('is the sum that the server works out', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256);
  for (const part of [bytes, bytes.subarray(0, 1), bytes.subarray(0, 0)]) expect(crc32(part)).toBe(reference(part));
});
