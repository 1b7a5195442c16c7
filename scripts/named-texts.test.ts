import { expect, it } from 'vitest';
import { read, tracked } from './tracked-files.ts';

it('every module names the texts it says where a build sees it, so that they come with its chunk', () => {
  const sources = tracked(
    'apps/console/src/**/*.ts',
    'apps/console/src/**/*.tsx',
    'packages/ui/src/**',
    'packages/fql-editor/src/**',
  );
  const hidden = sources.filter((path) => /\.tsx?$/.test(path) && /\buse(?:Has)?Text\((?!'\w+'\))/.test(read(path)));
  expect(sources.length).toBeGreaterThan(100);
  expect(hidden).toEqual([]);
});

it('no module of the console brings the English texts of all pages', () => {
  const sources = tracked('apps/console/src/**', 'packages/ui/src/**', 'packages/fql-editor/src/**');
  const code = sources.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path));
  const whole = code.filter((path) => /\b(?:ENGLISH|NAMESPACES|createBundledTexts)\b/.test(read(path)));
  expect(whole).toEqual([]);
});
