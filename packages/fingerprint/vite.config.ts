import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));

/** One file without others, which the server hands to the hidden frame in shops' pages. */
export default defineConfig({
  root: here,
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    rolldownOptions: {
      input: join(here, 'src/collector.ts'),
      output: { format: 'iife', entryFileNames: 'collector.js' },
    },
  },
});
