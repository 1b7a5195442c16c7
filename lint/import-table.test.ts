import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IMPORT_TABLE, ROOT } from './workspaces.js';

type Manifest = {
  readonly name: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

const manifestAt = (path: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as Manifest;
const workspaces = (manifestAt('.').workspaces ?? []).flatMap((pattern) =>
  globSync(`${pattern}/package.json`, { cwd: ROOT }),
);
const ownNames = (dependencies: Readonly<Record<string, string>> = {}): string[] =>
  Object.keys(dependencies)
    .filter((name) => name.startsWith('@redoubt/'))
    .map((name) => name.slice('@redoubt/'.length));

describe('the import table', () => {
  test('has a row for every workspace and no other', () => {
    const paths = Object.values(IMPORT_TABLE).map(({ path }) => `${path}/package.json`);
    expect(paths.toSorted()).toEqual(workspaces.toSorted());
  });

  test.each(Object.entries(IMPORT_TABLE))('agrees with the manifest of %s', (name, row) => {
    const manifest = manifestAt(row.path);
    expect(manifest.name).toBe(`@redoubt/${name}`);
    const shipped = [...row.imports, ...(row.typesOnly ?? []), ...(row.atBoot?.imports ?? [])];
    const allowed = new Set([...shipped, ...(row.inTests ?? [])]);
    expect(ownNames(manifest.dependencies).filter((dependency) => !shipped.includes(dependency))).toEqual([]);
    expect(ownNames(manifest.devDependencies).filter((dependency) => !allowed.has(dependency))).toEqual([]);
  });

  test('names known packages and has no cycle outside tests', () => {
    const above = new Map(
      Object.entries(IMPORT_TABLE).map(([name, row]) => [
        name,
        [...row.imports, ...(row.typesOnly ?? []), ...(row.atBoot?.imports ?? [])],
      ]),
    );
    for (const targets of above.values()) for (const target of targets) expect(above.has(target)).toBe(true);
    const done = new Set<string>();
    while (done.size < above.size) {
      const next = [...above].find(([name, targets]) => !done.has(name) && targets.every((target) => done.has(target)));
      expect(next, `cycle among ${[...above.keys()].filter((name) => !done.has(name)).join(', ')}`).toBeDefined();
      if (next !== undefined) done.add(next[0]);
    }
  });
});

test('the lockfile names the package of every platform, so that npm ci accepts it everywhere', () => {
  type Locked = { readonly optionalDependencies?: Readonly<Record<string, string>> };
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        packages[`node_modules/${name}`] === undefined && packages[`${path}/node_modules/${name}`] === undefined,
    ),
  );
  expect(missing).toEqual([]);
});
