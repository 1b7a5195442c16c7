import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zipOf } from './zip.ts';

const FILES = [
  { name: 'Zonas de São.csv', text: 'zone\r\nÅ\r\n' },
  { name: 'a/b.csv', text: 'x'.repeat(5000) },
  { name: 'A_B.csv', text: '' },
];

/** The archive read by its directory, as an unpacker does. */
const unpack = (bytes: Buffer): Record<string, string> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const found: Record<string, string> = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, head] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const data = head + 30 + bytes.readUInt16LE(head + 26);
    const content = inflateRawSync(bytes.subarray(data, data + packed));
    expect([crc32(content), content.length]).toEqual([bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 24)]);
    found[name] = content.toString('utf8');
    at += 46 + nameLength;
  }
  return found;
};

describe('an archive of lists', () => {
  it('holds every file under a name of its own', async () => {
    const bytes = Buffer.from(await zipOf(FILES).arrayBuffer());
    expect(unpack(bytes)).toEqual({
      'Zonas de São.csv': FILES[0]?.text,
      'a_b.csv': FILES[1]?.text,
      'A_B (2).csv': '',
    });
  });
});
