import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IMPORT_TABLE, isTest, ROOT } from './workspaces.js';

/** Packages whose folders still import each other: components that share style sheets, and scripts that measure. */
const OPEN: readonly string[] = ['console', 'ui', 'bench'];

type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A folder of `src` stands for its files; a file outside folders stands for itself. */
const folderOf = (path: string): string => path.split('/')[0] ?? path;
const itself = (path: string): string => path;

/**
 * Which node imports which, types and the programs of workers included, with one import that does so.
 *
 * @param nodeOf what a file counts for: itself, or its folder
 */
const importsBetween = (files: ReadonlyMap<string, string>, nodeOf: (path: string) => string): Graph => {
  const graph = new Map<string, Map<string, string>>();
  for (const [path, text] of files) {
    const targets = graph.get(nodeOf(path)) ?? new Map<string, string>();
    graph.set(nodeOf(path), targets);
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import\(?|new URL\()\s*'(\.[^']+)'/g)) {
      const target = normalize(join(dirname(path), specifier))
        .split(sep)
        .join('/');
      if (nodeOf(target) !== nodeOf(path)) targets.set(nodeOf(target), `${path} imports ${target}`);
    }
  }
  return graph;
};

/** Imports of nodes that reach themselves again; leaves are taken away until only those are left. */
const cyclesIn = (graph: Graph): readonly string[] => {
  const left = new Set(graph.keys());
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const node of left) {
      const targets = [...(graph.get(node)?.keys() ?? [])];
      if (!targets.some((target) => left.has(target))) left.delete(node);
    }
    for (const node of left) {
      if (![...left].some((other) => graph.get(other)?.has(node))) left.delete(node);
    }
  }
  return [...left].flatMap((node) =>
    [...(graph.get(node) ?? [])].filter(([target]) => left.has(target)).map(([, example]) => example),
  );
};

const sourceOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    globSync('**/*.{ts,tsx}', { cwd: folder })
      .map((path) => path.split(sep).join('/'))
      .filter((path) => path !== 'index.ts' && !isTest(`/src/${path}`))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

const packages = Object.entries(IMPORT_TABLE)
  .map(([name, { path }]) => ({ name, src: join(ROOT, path, 'src') }))
  .filter(({ src }) => existsSync(src));

describe('files of a package', () => {
  test.each(packages)('of $name never import each other in a circle, types included', ({ src }) => {
    expect(cyclesIn(importsBetween(sourceOf(src), itself))).toEqual([]);
  });
});

describe('folders of a package', () => {
  const held = packages.filter(({ name }) => !OPEN.includes(name));

  test.each(held)('of $name never import each other in a circle, types included', ({ src }) => {
    expect(cyclesIn(importsBetween(sourceOf(src), folderOf))).toEqual([]);
  });

  test('that import each other in a circle are found', () => {
    const files = new Map([
      ['a/one.ts', `import type { B } from '../b/two.ts';`],
      ['b/two.ts', `export { c } from '../c.ts';`],
      ['c.ts', `const worker = new Worker(new URL('./d/four.ts', import.meta.url));`],
      ['d/four.ts', `const a = await import('../a/one.ts');`],
      ['e/five.ts', `import { a } from '../a/one.ts';`],
    ]);
    expect(cyclesIn(importsBetween(files, folderOf))).toEqual([
      'a/one.ts imports b/two.ts',
      'b/two.ts imports c.ts',
      'c.ts imports d/four.ts',
      'd/four.ts imports a/one.ts',
    ]);
  });
});

describe('rooms of a package', () => {
  const withRooms = Object.entries(IMPORT_TABLE).flatMap(([name, { rooms }]) =>
    rooms === undefined ? [] : [{ name, ...rooms }],
  );

  test.each(withRooms)('of $name hold every folder once', ({ path, list }) => {
    const folders = readdirSync(join(ROOT, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name);
    const named = list.flatMap(({ features = [] }) => features);
    expect(named.filter((name, index) => named.indexOf(name) !== index || !folders.includes(name))).toEqual([]);
    const othersHaveARoom = list.some(({ features }) => features === undefined);
    expect(folders.filter((name) => !named.includes(name) && !othersHaveARoom)).toEqual([]);
  });

  test.each(withRooms)('of $name import only rooms that stand before them', ({ list }) => {
    for (const [index, { room, imports }] of list.entries()) {
      const before = list.slice(0, index).map((each) => each.room);
      expect({ room, above: imports.filter((each) => !before.includes(each)) }).toEqual({ room, above: [] });
    }
  });
});
