import { NOTICE_CODES } from '@redoubt/domain';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** No step of the product reports it; the demonstration shows what an operator would see. */
const DEMONSTRATION_ONLY = ['ENVIRONMENT-UNREACHABLE'];

const codes = Object.keys(NOTICE_CODES);

const textsOf = async (wanted: (path: string) => boolean): Promise<string> => {
  const texts: string[] = [];
  for (const folder of ['packages/services/src', 'apps/server/src'])
    for await (const path of glob(`${folder}/**/*.ts`, { cwd: ROOT }))
      if (wanted(path)) texts.push(await readFile(`${ROOT}${path}`, 'utf8'));
  return texts.join('\n');
};
const isTest = (path: string): boolean => path.endsWith('.test.ts');
const notIn = (text: string, names: readonly string[]) =>
  names.filter((name) => !new RegExp(`\\b${name}\\b(?!-)`).test(text));

it('every kind of notice is raised by the product and named by a test', async () => {
  const raised = await textsOf((path) => !isTest(path) && !path.includes('/demonstration/'));
  const tested = await textsOf((path) => isTest(path) && !path.endsWith('notice-kinds.test.ts'));
  expect(notIn(raised, codes)).toEqual(DEMONSTRATION_ONLY);
  expect(notIn(tested, codes)).toEqual([]);
});
