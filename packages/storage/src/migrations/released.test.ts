import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from './index.ts';
import { RELEASED } from './released.ts';

const HERE = import.meta.dirname;
const SOURCE = dirname(HERE);
const MANIFEST = join(SOURCE, '..', 'package.json');

/** Imports of values: types have no effect on what a migration does. */
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b)[^;]*?'([^']+)';/gm)].map(([, path = '']) => path);

/** A migration is a file or a folder with an `index.ts`; with it goes everything it imports from this package. */
const entryOf = (migration: string): string => {
  const folder = join(HERE, migration, 'index.ts');
  return existsSync(folder) ? folder : join(HERE, `${migration}.ts`);
};

const filesOf = (entry: string): ReadonlySet<string> => {
  const found = new Set([entry]);
  for (const file of found) {
    for (const path of importsOf(file)) if (path.startsWith('.')) found.add(join(dirname(file), path));
  }
  return found;
};

/** White space aside, which the formatter may set anew. */
const hashOf = (migration: string): string => {
  const hash = createHash('sha256');
  for (const file of [...filesOf(entryOf(migration))].toSorted()) {
    hash.update(`${relative(SOURCE, file)}\n${readFileSync(file, 'utf8').replaceAll(/\s+/g, '')}\n`);
  }
  return hash.digest('hex');
};

const hashesOf = (migrations: readonly string[]) => Object.fromEntries(migrations.map((name) => [name, hashOf(name)]));

describe('migrations', () => {
  it.each(Object.entries(RELEASED))('of %s are what they were then', (_version, migrations) => {
    expect(hashesOf(Object.keys(migrations))).toEqual(migrations);
  });

  it('of the version that the packages have are listed', () => {
    const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };
    const listed = Object.values(RELEASED).flatMap((migrations) => Object.keys(migrations));
    const added = Object.keys(MIGRATIONS).filter((name) => !listed.includes(name));
    const missing = version in RELEASED ? {} : { [version]: hashesOf(added) };
    expect(missing).toEqual({});
  });

  it('belong to one release each and are applied in the order of releases', () => {
    const listed = Object.values(RELEASED).flatMap((migrations) => Object.keys(migrations));
    expect(listed).toEqual([...new Set(listed)].toSorted());
    expect(Object.keys(MIGRATIONS).toSorted().slice(0, listed.length)).toEqual(listed);
  });

  it('take nothing from other packages that could change under them', () => {
    const taken = Object.keys(MIGRATIONS).flatMap((name) => [...filesOf(entryOf(name))].flatMap(importsOf));
    expect(new Set(taken.filter((path) => !path.startsWith('.')))).toEqual(new Set(['kysely']));
  });
});
