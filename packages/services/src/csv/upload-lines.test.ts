import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readSample, uploadLines, type UploadLine } from './upload-lines.ts';

const FORMAT = { isPacked: false, encoding: 'utf-8', delimiter: ',' } as const;
const linesOf = async (content: Buffer, format: Parameters<typeof uploadLines>[1] = FORMAT) => {
  const lines: UploadLine[] = [];
  for await (const line of uploadLines(Readable.from([content]), format)) lines.push(line);
  return lines;
};

it('numbers lines as an editor does, cells with line ends included', async () => {
  const lines = await linesOf(Buffer.from('\uFEFFa,b\n1,"x\ny"\n\n2,z\n'));
  expect(lines.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'a', 'b'],
    [3, '1', 'x\ny'],
    [5, '2', 'z'],
  ]);
});

it('marks a line with wrong quotes and goes on with the next', async () => {
  const lines = await linesOf(Buffer.from('a,b\n"x"y,1\n"""z""",5" pipe\n'));
  expect(lines.map(({ cells, hasWrongQuotes }) => [hasWrongQuotes, ...cells])).toEqual([
    [false, 'a', 'b'],
    [true, '"x"y', '1'],
    [false, '"z"', '5" pipe'],
  ]);
});

it('refuses a quote that nothing closes, at its line', async () => {
  const content = Buffer.from(`a,b\n1,2\n"${'x,1\n'.repeat(400_000)}`);
  await expect(linesOf(content)).rejects.toMatchObject({ code: 'UPLOAD-QUOTES', params: { line: 3 } });
});

it('refuses bytes that have no letter', async () => {
  const content = Buffer.concat([Buffer.from('a,b\n1,2\n'), Buffer.from([0xff, 0xff])]);
  await expect(linesOf(content)).rejects.toMatchObject({ code: 'UPLOAD-ENCODING' });
});

it('refuses a packed file that would fill the machine', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, `${'a'.repeat(2000)},b\n`));
  await expect(linesOf(bomb, { ...FORMAT, isPacked: true })).rejects.toMatchObject({ code: 'UPLOAD-UNPACKED' });
});

it.each([
  ['comma', 'a,b\n1,2\n', ','],
  ['semicolon', 'a;b\n1;2\n', ';'],
  ['tab', 'a\tb\n1\t2\n', '\t'],
])('tells cells that a %s divides', async (_name, text, delimiter) => {
  const { format } = await readSample(() => Readable.from([Buffer.from(text)]), true, 10);
  expect(format).toMatchObject({ delimiter, columns: ['a', 'b'] });
});

it('gives columns of equal or no name one of their own', async () => {
  const { format } = await readSample(() => Readable.from([Buffer.from('a,a,\n1,2,3\n')]), true, 10);
  expect(format.columns).toEqual(['a', 'a (2)', 'Column 3']);
});
