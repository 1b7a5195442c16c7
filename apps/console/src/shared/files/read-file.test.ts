import { describe, expect, it } from 'vitest';
import { nameFromFile, readCsvFile } from './read-file.ts';

const fileOf = (...bytes: readonly BlobPart[]): File => new File([...bytes], 'countries.csv');

describe('a chosen file', () => {
  it('is read as UTF-8, with or without a mark at its beginning', async () => {
    expect(await readCsvFile(fileOf('país\nES\n'))).toEqual({
      kind: 'text',
      name: 'countries.csv',
      csv: 'país\nES\n',
      encoding: 'utf-8',
    });
    expect(await readCsvFile(fileOf('\ufeffa\n1\n'))).toMatchObject({ csv: 'a\n1\n' });
  });

  it('is read as Windows-1252 where it is no UTF-8', async () => {
    const file = fileOf(new Uint8Array([0x61, 0xe9, 0x0a]));
    expect(await readCsvFile(file)).toMatchObject({ csv: 'aé\n', encoding: 'windows-1252' });
  });

  it('is refused where it is empty or in no encoding', async () => {
    expect(await readCsvFile(fileOf())).toEqual({ kind: 'problem', problem: 'empty' });
    expect(await readCsvFile(fileOf(new Uint8Array([0x61, 0x81, 0x0a])))).toEqual({
      kind: 'problem',
      problem: 'notUtf8',
    });
  });

  it('is refused from 20 MB on, unread', async () => {
    expect(await readCsvFile(fileOf(new Uint8Array(20_000_000)))).toEqual({ kind: 'problem', problem: 'tooLarge' });
  });

  it('suggests a name for its list', () => {
    expect(nameFromFile('C:\\data\\high"risk.2026.csv')).toBe('highrisk.2026');
    expect(nameFromFile('x'.repeat(80))).toHaveLength(60);
  });
});
