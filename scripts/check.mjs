// `npm run check`: the one gate. Format, lint, types, unused code, import table and unit tests.
import { cpus } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { ensureInstalled } from './bootstrap/install.mjs';
import { at, PINNED_NODE } from './bootstrap/paths.mjs';
import { runMain } from './bootstrap/problem.mjs';
import { runCommand, stopChildrenOnSignals } from './bootstrap/processes.mjs';

const tool = (...path) => at('node_modules', ...path);

/** Longest first, so that the short ones fill the gaps. */
const STEPS = [
  { title: 'unit tests', args: [tool('vitest', 'vitest.mjs'), 'run', '--project', 'unit', '--reporter=dot'] },
  { title: 'lint', args: [tool('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'] },
  { title: 'unused code', args: [tool('knip', 'bin', 'knip.js')] },
  { title: 'types (node)', args: [tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.node.json'] },
  { title: 'types (web)', args: [tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.web.json'] },
  { title: 'format', args: [tool('oxfmt', 'bin', 'oxfmt'), '--check'] },
];

await runMain(async () => {
  stopChildrenOnSignals();
  await ensureInstalled();
  // Tools that start Node themselves get the pinned one, too.
  const env = { PATH: `${dirname(PINNED_NODE)}${delimiter}${process.env.PATH ?? ''}` };
  const waiting = [...STEPS];
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const startMs = Date.now();
      const { code, output } = await runCommand(PINNED_NODE, step.args, { env });
      const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${step.title} (${seconds} s)\n`);
      if (code !== 0) {
        failed.push(step.title);
        process.stdout.write(`${output.trimEnd()}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, cpus().length) }, work));
  process.stdout.write(failed.length === 0 ? 'All checks passed.\n' : `Failed: ${failed.join(', ')}.\n`);
  return failed.length === 0 ? 0 : 1;
});
