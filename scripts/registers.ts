import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { read, ROOT } from './tracked-files.ts';

/** A file that lists what folders hold. It is written, not kept by hand. */
export type Register = { readonly path: string; readonly text: string };

const BY = 'Written by `npm run registers`';

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending))
    .toSorted();

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const ENGLISH = 'packages/i18n/catalogues/en-US';

/** The English catalogues, one per feature. */
const englishCatalogues = (): Register => {
  const names = filesIn(ENGLISH, '.json').map((file) => file.replace(/\.json$/, ''));
  return {
    path: 'packages/i18n/src/english.ts',
    text: `// ${BY} from the files in \`catalogues/en-US\`.
${names.map((name) => `import ${name} from '../catalogues/en-US/${name}.json' with { type: 'json' };`).join('\n')}

/**
 * The English catalogues, one per feature. Every key type is derived from them: a key that is not here does not compile. As a
 * value they are for tests and programs; the console gets those that its loaded code names (\`english-texts.ts\`).
 */
export const ENGLISH = {
${names.map((name) => `  ${name},`).join('\n')}
} as const;
`,
  };
};

const CONTRACTS = 'packages/contracts/src';

/** The files of the contracts that declare endpoints. */
const contractFeatures = (): Register => {
  const files = filesIn(CONTRACTS, '.ts').filter(
    (path) =>
      path.includes('/') &&
      !/\.test(?:-d)?\.ts$/.test(path) &&
      read(`${CONTRACTS}/${path}`).includes('defineEndpoint('),
  );
  return {
    path: `${CONTRACTS}/features.ts`,
    text: `// ${BY} from the files that call \`defineEndpoint\`: \`endpoints.ts\` collects their rows, \`index.ts\` gives all out.
${files.map((path) => `export * from './${path}';`).join('\n')}
`,
  };
};

const CONSOLE = 'apps/console/src/features';

/** The features of the console. */
const consoleFeatures = (): Register => {
  const features = filesIn(CONSOLE, '.feature.ts').map((path) => ({
    path,
    name: `${camelCase(path.replace(/^.*\/|\.feature\.ts$/g, ''))}Feature`,
  }));
  return {
    path: 'apps/console/src/routes/features.ts',
    text: `// ${BY} from the files \`features/*/*.feature.ts\`.
${features.map(({ path, name }) => `import { ${name} } from '../features/${path}';`).join('\n')}

/** The features of the console; each tells in its own file what it adds. */
export const FEATURES = [
${features.map(({ name }) => `  ${name},`).join('\n')}
] as const;
`,
  };
};

/** All registers, as they have to be now. */
export const registers = (): readonly Register[] => [englishCatalogues(), contractFeatures(), consoleFeatures()];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const { path, text } of registers()) writeFileSync(join(ROOT, path), text);
