import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'adr');
const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));

describe('decisions', () => {
  it('have a number each, without gaps, which their titles say too', () => {
    const numbers = files.map((name) => Number(name.slice(0, 4))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const titles = files.map((name) => /^# (\d+)\. /.exec(readFileSync(join(FOLDER, name), 'utf8'))?.[1]);
    expect(titles.map(Number)).toEqual(files.map((name) => Number(name.slice(0, 4))));
  });

  it('stand in the index with their titles', () => {
    const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const missing = files.filter((name) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(join(FOLDER, name), 'utf8')) ?? [];
      return !index.includes(`| ${number} | [${title}](${name}) |`);
    });
    expect(missing).toEqual([]);
  });
});
