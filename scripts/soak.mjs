// `npm run soak`: the tests with generated hostile input, 10,000 bodies an endpoint (or as many as told), a new seed each time.
import { ensureInstalled } from './bootstrap/install.mjs';
import { at, PINNED_NODE } from './bootstrap/paths.mjs';
import { Problem, runMain } from './bootstrap/problem.mjs';
import { runCommand, stopChildrenOnSignals } from './bootstrap/processes.mjs';

const DEFAULT_BODIES = '10000';
const FILES = ['apps/server/src/public-api/hostile-bodies', 'apps/server/src/http/hostile-console'];

await runMain(async () => {
  const [bodies = DEFAULT_BODIES, seed = String(Date.now() % 0x7fff_ffff)] = process.argv.slice(2);
  if (!/^[1-9]\d*$/.test(bodies)) throw new Problem('Say how many bodies an endpoint gets: npm run soak -- 10000');
  stopChildrenOnSignals();
  await ensureInstalled();
  process.stdout.write(`${bodies} bodies an endpoint, seed ${seed} (again: npm run soak -- ${bodies} ${seed})\n`);
  const { code } = await runCommand(PINNED_NODE, [at('node_modules', 'vitest', 'vitest.mjs'), 'run', ...FILES], {
    env: { HOSTILE_BODIES: bodies, HOSTILE_SEED: seed },
    show: true,
  });
  return code;
});
