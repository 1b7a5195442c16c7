import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-z', '--', 'apps/console/src', 'packages/*/src'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => existsSync(join(ROOT, path)));
const tracked = files.filter((path) => /\.tsx?$/.test(path));
const sheets = files.filter((path) => path.endsWith('.module.css'));

/** A style sheet, under the name that the file gives it. */
const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g;
const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|'[^']*'/g;

/** Sheets whose classes have one name everywhere. */
const GLOBAL = ['base', 'utilities'].map((name) => join(ROOT, `packages/ui/src/theme/${name}.css`));
const COMPOSED = /composes: ([^;]+) from global;/g;
const LITERAL = /className="([^"]+)"/g;
/** A class in a literal that is chosen by a condition. */
const WORDS = /'([a-z][a-z\d -]*)'/g;

const words = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(/\s+/));

const classesOf = (sheet: string): ReadonlySet<string> => {
  const rules = readFileSync(sheet, 'utf8').replace(COMMENT_OR_TEXT, '');
  return new Set([...rules.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name));
};

/** Classes that a source names and its style sheet does not have. */
const missingIn = (path: string, source: string): readonly string[] =>
  [...source.matchAll(IMPORT)].flatMap(([, styles = '', sheet = '']) => {
    const classes = classesOf(join(ROOT, dirname(path), sheet));
    // Not the end of the name of a file: `report-table.module.css`.
    return [...source.matchAll(new RegExp(`(?<![-\\w])${styles}\\.(\\w+)`, 'g'))]
      .map(([, name = '']) => name)
      .filter((name) => !classes.has(name));
  });

/** Sheets and classes that a source takes; null where it asks for a class by a name that it computes. */
const takenBy = (path: string, source: string): readonly (readonly [string, string | null])[] =>
  [...source.matchAll(IMPORT)].flatMap(([, styles = '', sheet = '']) =>
    [...source.matchAll(new RegExp(`(?<![-\\w.]|import )${styles}\\b(?:\\.(\\w+))?`, 'g'))].map(
      ([, name = null]) => [join(ROOT, dirname(path), sheet), name] as const,
    ),
  );

const COMPOSED_LOCALLY = /composes: ((?:(?! from )[^;])+)(?: from '([^']+)')?;/g;

/** Classes of sheets that other classes are composed of. */
const composedBy = (path: string): readonly (readonly [string, string])[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(COMPOSED_LOCALLY)].flatMap(([, names = '', sheet]) =>
    names
      .split(/\s+/)
      .map((name) => [join(ROOT, sheet === undefined ? path : join(dirname(path), sheet)), name] as const),
  );

/** Classes of sheets that no source takes. */
const unusedIn = (taken: readonly (readonly [string, string | null])[], all: readonly string[]): readonly string[] => {
  const bySheet = Map.groupBy(taken, ([sheet]) => sheet);
  return all.flatMap((path) => {
    const names = new Set(bySheet.get(join(ROOT, path))?.map(([, name]) => name));
    return names.has(null)
      ? []
      : [...classesOf(join(ROOT, path))].filter((name) => !names.has(name)).map((name) => `${path}: ${name}`);
  });
};

describe('style classes', () => {
  it('that a source names stand in its style sheet', () => {
    const missing = tracked.flatMap((path) =>
      missingIn(path, readFileSync(join(ROOT, path), 'utf8')).map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('that a sheet composes or an element names are classes of the global sheets, and each of those is used', () => {
    const known = new Set(GLOBAL.flatMap((sheet) => [...classesOf(sheet)]));
    const composed = sheets.flatMap((path) => words(readFileSync(join(ROOT, path), 'utf8'), COMPOSED));
    const sources = tracked
      .filter((path) => path.endsWith('.tsx'))
      .map((path) => readFileSync(join(ROOT, path), 'utf8'));
    const named = sources.flatMap((source) => words(source, LITERAL));
    expect([...composed, ...named].filter((name) => !known.has(name))).toEqual([]);
    const used = new Set([...composed, ...named, ...sources.flatMap((source) => words(source, WORDS))]);
    expect([...known].filter((name) => !used.has(name))).toEqual([]);
  });

  it('of a sheet are taken by a source or by another class', () => {
    const taken = tracked
      .filter((path) => !path.includes('.test.'))
      .flatMap((path) => takenBy(path, readFileSync(join(ROOT, path), 'utf8')));
    expect(unusedIn([...taken, ...sheets.flatMap(composedBy)], sheets)).toEqual([]);
  });

  it('that no source takes are found', () => {
    const [sheet = ''] = sheets;
    const [first = '', ...others] = classesOf(join(ROOT, sheet));
    const source = (name: string): string => `import own from './x.module.css';\n<td className={own${name}} />`;
    const takes = (name: string) =>
      takenBy('a.tsx', source(name)).map(([, taken]) => [join(ROOT, sheet), taken] as const);
    expect(unusedIn(takes(`.${first}`), [sheet])).toEqual(others.map((name) => `${sheet}: ${name}`));
    expect(unusedIn(takes('[kind]'), [sheet])).toEqual([]);
  });

  it('that do not exist are found', () => {
    const source = `import styles from './list.module.css';\n<td className={styles.nameless} />`;
    expect(missingIn('apps/console/src/features/rules/list/RuleRow.tsx', source)).toEqual(['nameless']);
  });
});
