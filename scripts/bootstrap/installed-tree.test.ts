import { describe, expect, test } from 'vitest';
import { isTreeComplete } from './installed-tree.mjs';

const tree = {
  packages: {
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/@redoubt/x': { link: true, resolved: 'packages/x' },
    'node_modules/extra': { version: '9.0.0' },
  },
};

describe('what is installed', () => {
  test.each([
    [
      'is enough when every package is there, whatever else is',
      { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } },
      true,
    ],
    [
      'is enough without packages for other platforms',
      { 'node_modules/b': { version: '1.0.0', optional: true } },
      true,
    ],
    ['is enough without the root and the workspaces themselves', { '': { version: '2.0.0' }, 'packages/x': {} }, true],
    ['is not when a package is missing', { 'node_modules/b': { version: '1.0.0' } }, false],
    ['is not when a version differs', { 'node_modules/a': { version: '1.0.1' } }, false],
    ['is not when the content differs', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }, false],
    ['is not when a workspace is new', { 'node_modules/@redoubt/y': { link: true, resolved: 'packages/y' } }, false],
  ])('%s', (_title, packages, expected) => {
    expect(isTreeComplete({ packages }, tree)).toBe(expected);
  });
});
