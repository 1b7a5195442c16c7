import { expect, it } from 'vitest';
import { testMe } from '../../testing/render-console.tsx';
import { presetRights, rightsLeft, rightsToGive } from './token-rights.ts';

const [root] = testMe().environments;
if (!root) throw new Error('the test has an environment');
const tree = [
  { ...root, id: 'root', capabilities: { search: 'read', lists: 'write' } as const },
  { ...root, id: 'child', parentId: 'root', capabilities: { search: 'write', usage: 'read' } as const },
  { ...root, id: 'other', capabilities: { decisionRules: 'write' } as const },
];

it('a token can be given the most that is held in its environments and those below', () => {
  expect(rightsToGive(tree, ['root'])).toEqual([
    ['search', 'write'],
    ['lists', 'write'],
    ['usage', 'read'],
  ]);
  expect(rightsToGive(tree, null).map(([capability]) => capability)).toContain('decisionRules');
});

it('presets take what is held of them, and rights that can no longer be given go', () => {
  const rights = rightsToGive(tree, ['root']);
  expect(presetRights('read', rights)).toEqual({ search: 'read', lists: 'read', usage: 'read' });
  expect(presetRights('configuration', rights)).toEqual({ lists: 'write' });
  expect(rightsLeft({ search: 'write', decisionRules: 'read', usage: 'write' }, rights)).toEqual({
    search: 'write',
    usage: 'read',
  });
});
