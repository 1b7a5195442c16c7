import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const catalogues = join(here, '../../packages/i18n/catalogues');

/** Puts the catalogues at `/dist/locales/<language>/<namespace>.json`, in the build and while developing. */
const locales = (): Plugin => ({
  name: 'locales',
  configureServer(server) {
    server.middlewares.use('/dist/locales', (request, response, next) => {
      const found = /^\/([\w-]+)\/(\w+)\.json/.exec(request.url ?? '');
      if (!found?.[1] || !found[2]) return next();
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(readFileSync(join(catalogues, found[1], `${found[2]}.json`)));
    });
  },
  generateBundle() {
    for (const language of readdirSync(catalogues))
      for (const file of readdirSync(join(catalogues, language)))
        this.emitFile({
          type: 'asset',
          fileName: `dist/locales/${language}/${file}`,
          source: JSON.stringify(
            JSON.parse(readFileSync(join(catalogues, language, file), 'utf8')),
            // Read by tests alone.
            (key, value: unknown) => (key === '$sameAsEnglish' ? undefined : value),
          ),
        });
  },
});

/** Everything but the two pages is served below `/dist/`. */
const ASSETS = 'dist/assets';

const FEATURE = /\/src\/features\/([\w-]+)\//;

/** Libraries that change rarely stay cached across releases of ours. */
const LIBRARIES: readonly (readonly [string, RegExp])[] = [
  // With the module that configures it, which must run before the first schema is made.
  ['zod', /node_modules\/zod\/|src\/app\/no-code-generation/],
  ['react', /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//],
  ['fluent', /node_modules\/(@fluentui|@griffel|@floating-ui|tabster|keyborg)\//],
];

export default defineConfig({
  root: here,
  plugins: [react(), locales()],
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    // Which chunks a page needs, for the budget of sizes.
    manifest: 'manifest.json',
    sourcemap: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: [join(here, 'index.html'), join(here, 'auth-redirect.html')],
      output: {
        entryFileNames: `${ASSETS}/[name]-[hash].js`,
        assetFileNames: `${ASSETS}/[name]-[hash][extname]`,
        chunkFileNames: (chunk) => {
          const feature = FEATURE.exec(chunk.facadeModuleId ?? '')?.[1];
          return `${ASSETS}/${feature ? `feature-${feature}` : '[name]'}-[hash].js`;
        },
        codeSplitting: { groups: LIBRARIES.map(([name, test]) => ({ name, test })) },
      },
    },
  },
  server: {
    port: 5181,
    proxy: Object.fromEntries(
      ['/config.json', '/platform', '/v1.0', '/idp', '/idp-login', '/api'].map((path) => [
        path,
        'http://localhost:5180',
      ]),
    ),
  },
});
