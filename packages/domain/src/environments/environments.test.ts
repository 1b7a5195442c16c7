import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { environmentPath, pathNames, rootFirst, withDescendants } from '../environment-tree/environment-path.ts';
import { apiNameProblem, isEnvironmentName, nameKey } from './names.ts';
import {
  ENVIRONMENT_STATUSES,
  geographyLabel,
  isAccessible,
  isInGroup,
  STATUS_GROUPS,
  statusLabel,
  type StatusGroup,
} from './status.ts';

describe('status groups and labels', () => {
  it('are as the table of constants says, for every status', () => {
    const table = Object.fromEntries(
      ENVIRONMENT_STATUSES.map((status) => [
        status,
        [
          (Object.keys(STATUS_GROUPS) as StatusGroup[]).filter((group) => isInGroup(status, group)).join(' '),
          statusLabel(status),
        ],
      ]),
    );
    expect(table).toEqual({
      New: ['pending busy', 'New'],
      Creating: ['pending busy', 'Creating'],
      Active: ['active', 'Active'],
      CreateFailed: ['failed', 'Failed'],
      Error: ['failed', 'Failed'],
      SoftDeleting: ['busy', 'Deleting'],
      Deleted: ['', null],
      Deleting: ['', null],
      DeleteFailed: ['', null],
    });
  });

  it('an environment opens with access and status Active only', () => {
    for (const status of ENVIRONMENT_STATUSES) {
      expect(isAccessible({ hasAccess: true, status })).toBe(status === 'Active');
      expect(isAccessible({ hasAccess: false, status })).toBe(false);
    }
  });

  it('a geography is shown by its friendly name or not at all', () => {
    expect(geographyLabel({ code: 'EU', friendlyName: 'Europe' })).toBe('Europe');
    expect(geographyLabel({ code: 'EU', friendlyName: null })).toBeNull();
    expect(geographyLabel(null)).toBeNull();
  });
});

describe('environment paths', () => {
  const tree = [
    { id: 'root', parentId: null, name: 'Northfell' },
    { id: 'child', parentId: 'root', name: 'Europe' },
    { id: 'leaf', parentId: 'child', name: 'Outlet' },
    { id: 'orphan', parentId: 'gone', name: 'Orphan' },
    { id: 'a', parentId: 'b', name: 'A' },
    { id: 'b', parentId: 'a', name: 'B' },
    { id: 'self', parentId: 'self', name: 'Self' },
  ];
  const byId = new Map(tree.map((each) => [each.id, each]));

  it('list parents nearest first and names root first', () => {
    expect(environmentPath('leaf', byId)).toEqual({ parentIds: ['child', 'root'], broken: null });
    expect(rootFirst('leaf', environmentPath('leaf', byId))).toEqual(['root', 'child', 'leaf']);
    expect(pathNames('leaf', byId)).toBe('Northfell/Europe/Outlet');
    expect(pathNames('root', byId)).toBe('Northfell');
  });

  it('stop at loops and missing parents', () => {
    expect(environmentPath('orphan', byId)).toEqual({ parentIds: [], broken: 'missingParent' });
    expect(environmentPath('a', byId)).toEqual({ parentIds: ['b'], broken: 'loop' });
    expect(environmentPath('self', byId)).toEqual({ parentIds: [], broken: 'loop' });
    expect(pathNames('a', byId)).toBe('B/A');
  });

  it('end for any stored parents', () => {
    const ids = ['0', '1', '2', '3', '4', '5'];
    const parents = fc.array(fc.constantFrom(null, 'missing', ...ids), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(parents, (parentIds) => {
        const links = ids.map((id, index) => ({ id, parentId: parentIds[index] ?? null }));
        const map = new Map(links.map((link) => [link.id, link]));
        for (const id of ids) {
          const path = environmentPath(id, map);
          expect(new Set([id, ...path.parentIds]).size).toBe(path.parentIds.length + 1);
          for (const above of path.parentIds) expect(withDescendants(above, links)).toContain(id);
        }
      }),
    );
  });

  it('descend to every child', () => {
    expect(withDescendants('root', tree)).toEqual(['root', 'child', 'leaf']);
    expect(withDescendants('a', tree)).toEqual(['a', 'b']);
  });
});

describe('environment names', () => {
  it('are word characters and spaces of any script, at most 60, first a word character', () => {
    for (const name of ['Europe', 'Übersee 2', 'Ünlü_Mağaza', '北京', 'x'.repeat(60), '1st', '_x']) {
      expect(isEnvironmentName(name)).toBe(true);
    }
    for (const name of ['', ' ', 'a-b', 'a/b', 'x'.repeat(61), 'a\tb', '\u0301a', 'a.b']) {
      expect(isEnvironmentName(name)).toBe(false);
    }
  });

  it('accept whatever the ASCII rule accepts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\w[\w ]{0,58}\w$/), (name) => {
        expect(isEnvironmentName(name)).toBe(true);
      }),
    );
  });

  it('are equal ignoring case, composition and blanks around', () => {
    expect(nameKey(' EUROPE ')).toBe(nameKey('Europe'));
  });
});

describe('the second name rule', () => {
  it('takes word characters and hyphens, unique against a list', () => {
    expect(apiNameProblem('web-shop_2', ['app'])).toBeNull();
    for (const wrong of ['', 'web shop', 'wéb', 'a/b'])
      expect(apiNameProblem(wrong, [])).toBe('General.NameValidation');
    expect(apiNameProblem('APP', ['app'])).toBe('General.NameValidation');
  });
});
