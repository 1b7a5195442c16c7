// `npm run build`: what `npm start` does before it starts, for images and packages.
import { prepare } from './bootstrap/prepare.mjs';
import { runMain } from './bootstrap/problem.mjs';

await runMain(() => prepare({ console: true }));
