import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN_TENANT, OTHER_TENANT } from './demonstration-data.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

it('has every environment that the documentation names in a command', () => {
  const names = [MAIN_TENANT, OTHER_TENANT].flatMap(({ environments }) => environments.map(({ name }) => name));
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('adr'))
    .map((path) => join('docs', path));
  const found = ['README.md', ...pages].flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return [...text.matchAll(/--environment (?:"([^"]+)"|([^\s`"<]+))/g)].map((match) => ({
      path,
      name: match[1] ?? match[2] ?? '',
    }));
  });
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ name }) => !names.includes(name))).toEqual([]);
});
