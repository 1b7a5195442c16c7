import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '-z', '--', 'apps/console/src', 'packages/*/src'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /\.tsx?$/.test(path) && existsSync(join(ROOT, path)));

/** A style sheet, under the name that the file gives it. */
const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g;
const COMMENT = /\/\*[\s\S]*?\*\//g;

const classesOf = (sheet: string): ReadonlySet<string> => {
  const rules = readFileSync(sheet, 'utf8').replace(COMMENT, '');
  return new Set([...rules.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name));
};

/** Classes that a source names and its style sheet does not have. */
const missingIn = (path: string, source: string): readonly string[] =>
  [...source.matchAll(IMPORT)].flatMap(([, styles = '', sheet = '']) => {
    const classes = classesOf(join(ROOT, dirname(path), sheet));
    return [...source.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))]
      .map(([, name = '']) => name)
      .filter((name) => !classes.has(name));
  });

describe('style classes', () => {
  it('that a source names stand in its style sheet', () => {
    const missing = tracked.flatMap((path) =>
      missingIn(path, readFileSync(join(ROOT, path), 'utf8')).map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('that do not exist are found', () => {
    const source = `import styles from './list.module.css';\n<td className={styles.nameless} />`;
    expect(missingIn('apps/console/src/features/rules/list/RuleRow.tsx', source)).toEqual(['nameless']);
  });
});
