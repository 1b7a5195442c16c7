import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConsoleBuild } from './console-build.ts';

let directory = '';
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'console-'))));
afterEach(() => rmSync(directory, { recursive: true }));

test('a build of the console is known by its first script', () => {
  const page =
    '<link href="/dist/assets/a.css"><script type="module" crossorigin src="/dist/assets/index-Dx_1.js"></script>';
  writeFileSync(join(directory, 'index.html'), page);
  expect(readConsoleBuild(directory)).toBe('index-Dx_1.js');
});

test('where nothing is built there is no build', () => {
  expect(readConsoleBuild(directory)).toBeNull();
});
