import { readdirSync, writeFileSync } from 'node:fs';

const at = (path: string): URL => new URL(path, import.meta.url);

const names = readdirSync(at('../catalogues/en-US'))
  .map((file) => file.replace(/\.json$/, ''))
  .toSorted();

writeFileSync(
  at('../src/english.ts'),
  `// Written by \`npm run namespaces --workspace packages/i18n\` from the files in \`catalogues/en-US\`.
${names.map((name) => `import ${name} from '../catalogues/en-US/${name}.json' with { type: 'json' };`).join('\n')}

/**
 * The English catalogues, one per feature. They are bundled, so text never waits for the network, and every key type is
 * derived from them: a key that is not here does not compile.
 */
export const ENGLISH = {
${names.map((name) => `  ${name},`).join('\n')}
} as const;
`,
);
