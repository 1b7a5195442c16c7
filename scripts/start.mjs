// `npm start`: install, build, run. Plain JavaScript for the machine's own Node, with nothing installed.
import { at, PINNED_NODE } from './bootstrap/paths.mjs';
import { prepare } from './bootstrap/prepare.mjs';
import { runMain } from './bootstrap/problem.mjs';
import { handOver } from './bootstrap/processes.mjs';
import { sayToLog } from './bootstrap/say.mjs';

sayToLog();
await runMain(async () => {
  await prepare({ console: true });
  const preload = ['--import', at('scripts', 'bootstrap', 'follow-parent.mjs')];
  return handOver(PINNED_NODE, [...preload, at('apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
    ownGroup: true,
  });
});
