// `npm run build`: what `npm start` does before it starts, for images and packages.
import { ensureConsoleBuilt } from './bootstrap/console-build.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { runMain } from './bootstrap/problem.mjs';

await runMain(async () => {
  await ensureInstalled();
  await ensureConsoleBuilt();
});
