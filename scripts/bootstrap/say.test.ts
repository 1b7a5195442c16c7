import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const said = (program: string): string =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).stderr;

it('a start without a terminal says its steps as lines of JSON', () => {
  const lines = said(`
    import { sayToLog } from './say.mjs';
    import { withProgress } from './progress.mjs';
    import { Problem, runMain } from './problem.mjs';
    sayToLog();
    await runMain(async () => {
      await withProgress('Installing packages', async () => undefined);
      throw new Problem('The disk is full.');
    });
  `)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string });
  expect(lines.map(({ level }) => level)).toEqual([30, 30, 60]);
  expect(lines[0]?.msg).toBe('Installing packages …');
  expect(lines.at(-1)?.msg).toBe('The disk is full.');
});

it('other commands say them as sentences', () => {
  const text = said(`
    import { withProgress } from './progress.mjs';
    await withProgress('Installing packages', async () => undefined);
  `);
  expect(text).toMatch(/^Installing packages …\n✓ Installing packages \(\d+\.\d s\)\n$/);
});
