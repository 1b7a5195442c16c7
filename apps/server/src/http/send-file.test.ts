import { describe, expect, it } from 'vitest';
import { rangeOf } from './send-file.ts';

const file = { size: 1000, etag: '"a"' };
const ask = (range: string | undefined, ifRange?: string) => rangeOf({ range, 'if-range': ifRange }, file);

describe('a range of a file', () => {
  it('is from a byte on, up to one, or at the end', () => {
    expect(ask('bytes=0-99')).toEqual({ from: 0, to: 100 });
    expect(ask('bytes=400-')).toEqual({ from: 400, to: 1000 });
    expect(ask('bytes=-100')).toEqual({ from: 900, to: 1000 });
    expect(ask('bytes=990-5000')).toEqual({ from: 990, to: 1000 });
    expect(ask('bytes=-5000')).toEqual({ from: 0, to: 1000 });
  });

  it('is all where it is none that is understood, or of another content', () => {
    for (const range of [undefined, 'bytes=-', 'rows=1-2', 'bytes=1-2,4-5', 'bytes=9-3'])
      expect(ask(range)).toBeUndefined();
    expect(ask('bytes=10-', '"b"')).toBeUndefined();
    expect(ask('bytes=10-', '"a"')).toEqual({ from: 10, to: 1000 });
  });

  it('is refused beyond the end', () => {
    expect(() => ask('bytes=1000-')).toThrow(expect.objectContaining({ code: 'SRCH-EXPORT-RANGE' }));
    expect(() => ask('bytes=-0')).toThrow(expect.objectContaining({ code: 'SRCH-EXPORT-RANGE' }));
  });
});
