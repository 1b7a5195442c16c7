import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lightEndpoints } from './build/light-endpoints.ts';
import { pureConstants } from './build/pure-constants.ts';
import { splitContracts } from './build/split-contracts.ts';

const here = dirname(fileURLToPath(import.meta.url));
const texts = join(here, '../../packages/i18n');
const catalogues = join(texts, 'catalogues');

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

const NAMED = /\buse(?:Has)?Text\('(\w+)'\)/g;
const ENGLISH_OF = 'english-texts:';

/**
 * Puts the English catalogue of each namespace before the modules that name it (`useText('rules')`), so that it travels in
 * the chunks of those modules: no chunk brings texts of pages that are not open, and no text is shown before it is there.
 */
const englishTexts = (): Plugin => ({
  name: 'english-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: /\buse(?:Has)?Text\('/ },
    handler: (code) => {
      const names = new Set([...code.matchAll(NAMED)].map(([, name]) => name));
      // On the line of what follows, so that lines keep their numbers.
      return { code: [...names].map((name) => `import '${ENGLISH_OF}${name}';`).join('') + code, map: null };
    },
  },
  resolveId: (id) => (id.startsWith(ENGLISH_OF) ? `\0${id}` : undefined),
  load: (id) => {
    if (!id.startsWith(`\0${ENGLISH_OF}`)) return undefined;
    const name = id.slice(ENGLISH_OF.length + 1);
    const code = `import { provideEnglish } from ${JSON.stringify(join(texts, 'src/english-texts.ts'))};
import catalogue from ${JSON.stringify(join(texts, 'catalogues/en-US', `${name}.json`))};
provideEnglish('${name}', catalogue);`;
    return { code, moduleSideEffects: true };
  },
});

const ICONS = /import \{([^}]*)\} from '@fluentui\/react-icons';/g;
/** `ChevronDown20Regular` stands in the file `chevron-down`. */
const iconFile = (icon: string): string =>
  icon
    .replace(/\d*(?:Regular|Filled)$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase();

/**
 * Imports each icon from its own file. The index of the library stands over files of hundreds of icons, and of such a file
 * the start would bring the icons of all pages.
 */
const singleIcons = (): Plugin => ({
  name: 'single-icons',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: /'@fluentui\/react-icons'/ },
    handler: (code) => {
      const importOf = (icon: string): string => {
        const file = /(?:Regular|Filled)$/.test(icon) ? `svg/${iconFile(icon)}` : '';
        return `import { ${icon} } from '${join('@fluentui/react-icons', file)}';`;
      };
      const single = code.replaceAll(ICONS, (whole, names: string) => {
        const lines = '\n'.repeat(whole.split('\n').length - 1);
        return (
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map(importOf)
            .join('') + lines
        );
      });
      return { code: single, map: null };
    },
  },
});

/** Everything but the two pages is served below `/dist/`. */
const ASSETS = 'dist/assets';

const FEATURE = /\/src\/features\/([\w-]+)\//;

/**
 * What the start needs, in few files, and libraries that change rarely apart: they stay cached across releases of ours. What
 * pages need beside it is split by the pages that need it. Entries stay what they are, so that the page that receives silent
 * token redirects starts nothing else.
 */
const START = (
  [
    ['sign-in', /node_modules\/@azure\//],
    ['zod', /node_modules\/zod\//],
    ['react', /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//],
    ['fluent', /node_modules\/(@fluentui|@griffel|@floating-ui|tabster|keyborg)\//],
    ['libraries', /node_modules\//],
    [
      'start',
      /^\0english-texts|\/(?:apps\/console|packages\/[\w-]+)\/(?!src\/(?:main|session\/redirect-bridge)\.).*\.(?:tsx?|css|json)$/,
    ],
  ] as const
).map(([name, test], at, all) => ({
  name,
  test,
  tags: ['$initial' as const],
  priority: all.length - at,
  // The two entries share a part of the library alone.
  entriesAware: name === 'sign-in',
}));

export default defineConfig({
  root: here,
  plugins: [
    englishTexts(),
    singleIcons(),

    splitContracts(lightEndpoints(join(here, 'src'))),
    pureConstants(),
    react(),
    locales(),
  ],
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
          // The rest of the name of a chunk in parts lists the entries that need it.
          return `${ASSETS}/${feature ? `feature-${feature}` : chunk.name.split('~')[0]}-[hash].js`;
        },
        codeSplitting: { groups: START },
      },
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: `${ASSETS}/[name]-[hash].js` } },
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
