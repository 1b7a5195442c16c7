import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** `](target)` and `]: target`, up to an anchor or a title. */
const LINK = /\]\(([^()\s#]+)[^()]*\)|^\[[^\]]+\]: ([^\s#]+)/gm;
const HAS_SCHEME = /^[a-z][a-z+.-]*:/i;

const isTracked = (file: string): boolean => existsSync(join(ROOT, file)) && statSync(join(ROOT, file)).isFile();
const tracked = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && isTracked(file));

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

const brokenLinksOf = (file: string): readonly string[] =>
  [...withoutCode(readFileSync(join(ROOT, file), 'utf8')).matchAll(LINK)]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((target) => !HAS_SCHEME.test(target) && !target.startsWith('/'))
    .filter((target) => !existsSync(join(ROOT, dirname(file), decodeURI(target))))
    .map((target) => `${file}: ${target}`);

it('relative links of tracked documents lead to files', () => {
  expect(tracked.length).toBeGreaterThan(50);
  expect(tracked.flatMap(brokenLinksOf)).toEqual([]);
});
