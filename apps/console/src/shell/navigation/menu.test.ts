import { CAPABILITIES, capabilitiesOf, type Capabilities } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { activeEntry, menuFor, pinnedItems } from './menu.ts';

const everything = Object.fromEntries(CAPABILITIES.map((capability) => [capability, 'write'])) as Capabilities;
const paths = (capabilities: Capabilities, parentId: string | null = null) =>
  menuFor({ capabilities, parentId }).map(({ group, items }) => [group, items.map(({ route }) => route.path)] as const);

describe('the navigation', () => {
  it('has the documented groups and order for a user with every permission', () => {
    expect(paths(everything).map(([group]) => group)).toEqual([
      'dashboard',
      'fraud',
      'cases',
      'search',
      'reports',
      'data',
      'integration',
      'settings',
      'environments',
      'admin',
    ]);
    expect(Object.fromEntries(paths(everything))['data']).toEqual([
      '/data/velocities',
      '/data/functions',
      '/data/lists',
      '/data/externalcalls',
      '/data/externalassessments',
      '/data/rulesconfiguration',
      '/data/explorer',
      '/data/eventtracing',
      '/data/upload',
      '/data/apimanagement',
      // An entry of its own: support agents see no other page of API management.
      '/data/apimanagement/ontology',
      '/data/templates',
      // Everyone may have requested a change that waits.
      '/changes',
    ]);
  });

  it('leaves out what the roles do not allow', () => {
    expect(paths(capabilitiesOf(['ManualReviewAnalyst'], 'Standard'))).toEqual([
      ['dashboard', ['/']],
      ['fraud', ['/fraud/purchase/support']],
      ['cases', ['/casemanagement/queues']],
      ['search', ['/search']],
      ['data', ['/changes']],
      // Events that are made searchable anew are a job too.
      ['settings', ['/settings/jobs']],
    ]);
  });

  it('shows admin settings and new assessments only in a root environment', () => {
    const child = Object.fromEntries(paths(everything, 'parent'));
    expect(child['admin']).toBeUndefined();
    expect(child['fraud']).not.toContain('/fraud/assessments/setup');
  });

  it('marks the entry a page lies below', () => {
    const sections = menuFor({ capabilities: everything, parentId: null });
    expect(activeEntry(sections, '/fraud/purchase/rules')).toBe('/fraud/purchase');
    expect(activeEntry(sections, '/data/lists/custom')).toBe('/data/lists');
    expect(activeEntry(sections, '/')).toBe('/');
    expect(activeEntry(sections, '/search/:eventType/:envId/:id')).toBe('/search');
  });
});

describe('pinned pages', () => {
  it('stand in the order they were pinned, without those one may not open', () => {
    const environment = { capabilities: { search: 'read', lists: 'read' } as const, parentId: null };
    const pinned = pinnedItems(['/search', '/settings/audit', '/data/lists', '/nowhere'], environment);
    expect(pinned.map(({ route }) => route.path)).toEqual(['/search', '/data/lists']);
  });
});
