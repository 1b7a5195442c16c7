import { describe, expect, it } from 'vitest';
import { findReferencedEnvironment } from './reference.ts';

const ROOT = '7b920000-0000-4000-8000-000000000001';
const CHILD = '7b920000-0000-4000-8000-000000000002';
const GRANDCHILD = '7b920000-0000-4000-8000-000000000003';
const TREE = [
  { id: ROOT, parentId: null, customerApiId: 'primary' },
  { id: CHILD, parentId: ROOT, customerApiId: 'XYZ' },
  { id: GRANDCHILD, parentId: CHILD, customerApiId: null },
];
const find = (reference: string) => findReferencedEnvironment(TREE, reference)?.id ?? null;

describe('findReferencedEnvironment', () => {
  it.each([
    ['a GUID', CHILD, CHILD],
    ['a GUID in capitals', CHILD.toUpperCase(), CHILD],
    ['the path of API ids', '/primary/XYZ', CHILD],
    ['the path in another letter case, without the first slash', 'PRIMARY/xyz', CHILD],
    ['a GUID, then an API id', `${ROOT}/XYZ`, CHILD],
    ['API ids, then a GUID', `/primary/XYZ/${GRANDCHILD}`, GRANDCHILD],
    ['a GUID deep in the tree, then its child', `${CHILD}/${GRANDCHILD}`, GRANDCHILD],
    ['a root', '/primary', ROOT],
  ])('resolves %s', (_what, reference, id) => {
    expect(find(reference)).toBe(id);
  });

  it.each(['', '/', '/XYZ', '/primary/nobody', `${CHILD}/XYZ`, 'primary/primary', 'not-a-guid'])(
    'finds nothing behind %j',
    (reference) => {
      expect(find(reference)).toBeNull();
    },
  );
});
