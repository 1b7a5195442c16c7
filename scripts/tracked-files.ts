import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the repository. */
export const ROOT = join(import.meta.dirname, '..');

/** Paths of the files that git tracks and that are there, from the root on. */
export const tracked = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
