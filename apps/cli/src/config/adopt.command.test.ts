import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'redoubt-cli-adopt-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const adopt = (...names: readonly string[]) =>
  runCli(['config', 'adopt', ...names, '--into', join(root, 'out')], { dataDirectory: root });

it('turns what was kept into files, with a report of what needs a hand', async () => {
  const old = join(root, 'old');
  await mkdir(old);
  await writeFile(join(old, 'Zones.csv'), 'Country,Zone\nDK,near\n');
  await writeFile(join(old, 'Far.txt'), 'RETURN Reject("FAR")\nWHEN ContainsKey(“Zones”, "Land", @"user.country")\n');
  const { output, exitCode } = await adopt(old);
  expect(exitCode).toBe(0);
  expect(output).toContain('rules 1, actions 0, routing rules 0, velocity sets 0, lists 1.');
  expect(await readFile(join(root, 'out', 'rules', 'purchase', 'Far.yaml'), 'utf8')).toContain('ContainsKey("Zones"');
  const report = await readFile(join(root, 'out', 'adopted.md'), 'utf8');
  expect(report).toMatch(/^# What would decide differently\n/);
  expect(output).toContain(`What would decide differently: ${join(root, 'out', 'adopted.md')}.`);
  expect(report).toMatch(/\| look \| .*Far\.txt \| 2 \| The list "Zones" has no column "Land"/);
});

it('names first what a score that nothing provides would decide', async () => {
  await writeFile(join(root, 'Gate.txt'), 'RETURN Approve("low risk") WHEN @"riskScore" < 400\n');
  const { output } = await adopt(join(root, 'Gate.txt'));
  expect(output).toContain('Would decide differently: 1 readings of scores that nothing provides.');
  const report = await readFile(join(root, 'out', 'adopted.md'), 'utf8');
  expect(report).toMatch(/## Scores that nothing provides\n\n- Gate reads .*riskScore.* counts as 0/);
  expect(report).toContain('The import puts adopted rules after those of the environment');
});

it('says so where there is nothing to adopt', async () => {
  expect(await adopt(join(root, 'nowhere'))).toMatchObject({ exitCode: 2 });
  expect(await adopt(root, '--assessment', 'no name')).toMatchObject({ exitCode: 2 });
  await writeFile(join(root, 'Some.txt'), 'RETURN Reject()\n');
  expect(await adopt(join(root, 'Some.txt'), '--former', 'x.csv')).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('--former needs --environment'),
  });
  await writeFile(join(root, 'Latin.txt'), Buffer.from([0x52, 0x81]));
  expect((await adopt(join(root, 'Latin.txt'))).errors).toContain('is encoded neither as UTF-8 nor as Windows-1252');
});
