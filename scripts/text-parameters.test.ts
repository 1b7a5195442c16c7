import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENGLISH, NAMESPACES } from '../packages/i18n/src/index.ts';

type Tree = { readonly [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : flat(value, `${prefix}${key}.`),
  );

const sources = globSync('{apps/console,packages/ui,packages/i18n}/src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8'));
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** Whether code of the text names a parameter, or hands over an object whole; keys that are put together may be anywhere. */
const isGiven = (key: string, name: string): boolean => {
  const literal = `'${key}'`;
  const users = sources.filter((source) => source.includes(literal));
  const word = new RegExp(`\\b${name}\\b`);
  return (users.length === 0 ? sources : users).some(
    (source) =>
      word.test(source.replaceAll(literal, '')) ||
      source.split(literal).some((after, at) => at > 0 && /^,\s*(?:\{\s*\.\.\.|[\w.]+\))/.test(after)),
  );
};

/** Texts whose parameters come from elsewhere: the service, and the language of rules. */
const FROM_ELSEWHERE: readonly string[] = ['errors', 'diagnostics'];

it.each(NAMESPACES.filter((namespace) => !FROM_ELSEWHERE.includes(namespace)))(
  'each parameter of the texts of %s is named where the text is used',
  (namespace) => {
    const lacking = flat(ENGLISH[namespace]).flatMap(([key, text]) =>
      [...text.matchAll(/\{\{\s*(\w+)/g)]
        .filter(([, name = '']) => !isGiven(key.replace(PLURAL, ''), name))
        .map(([parameter]) => `${key}: ${parameter}}}`),
    );
    expect(lacking).toEqual([]);
  },
);
