// `node scripts/run.mjs <file.ts> …`: runs a TypeScript program on the pinned Node, installing first if needed.
import { existsSync } from 'node:fs';
import { at, PINNED_NODE } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { Problem, runMain } from './bootstrap/problem.mjs';
import { handOver } from './bootstrap/processes.mjs';

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) throw new Problem('Say which program to run: node scripts/run.mjs <file.ts> …');
  if (!existsSync(at(file))) throw new Problem(`There is no program ${file}.`);
  await prepare({ console: false });
  const preload = ['--import', at('scripts', 'bootstrap', 'follow-parent.mjs')];
  return handOver(PINNED_NODE, [...preload, at(file), ...args], { ownGroup: false });
});
