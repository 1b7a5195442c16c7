import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, ROOT, tracked } from './tracked-files.ts';

/** The fragment that a heading can be linked by, as forges make it. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const fragments = new Map<string, ReadonlySet<string>>();
const fragmentsOf = (path: string): ReadonlySet<string> => {
  const known = fragments.get(path);
  if (known) return known;
  const found = new Set([...read(path).matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => fragmentOf(heading)));
  fragments.set(path, found);
  return found;
};

const CITATION = /\b(docs\/[\w./-]+\.md)(?:#([\w-]+))?/gu;
/** Tests may make paths up. */
const sources = tracked('*.ts', '*.tsx', '*.mjs', '*.css', '*.yaml').filter((path) => !/\.test\.tsx?$/u.test(path));

describe('documents that the code cites', () => {
  it('are in the repository, with the heading that is named', () => {
    const broken = sources.flatMap((path) =>
      [...read(path).matchAll(CITATION)].flatMap(([citation, document = '', fragment]) => {
        if (!existsSync(join(ROOT, document))) return [`${path}: ${citation}`];
        return fragment === undefined || fragmentsOf(document).has(fragment) ? [] : [`${path}: ${citation}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('are not named by sections of documents that are elsewhere', () => {
    const outside = /\b(?:api|entities|language|decisioning|console|constants|architecture)\.md`? §/u;
    expect(sources.filter((path) => outside.test(read(path)))).toEqual([]);
  });
});
