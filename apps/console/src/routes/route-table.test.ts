import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '@redoubt/domain';
import { mayOpen } from './access.ts';
import { hrefOf, parseSearch, stringifySearch } from './address.ts';
import { pageFiles } from './pages.ts';
import { isPage, isRedirect } from './route-entry.ts';
import { ALIASES, ancestorsOf, destinationOf, routeOf, ROUTES } from './route-table.ts';

describe('the route table', () => {
  it('holds each of the 78 addresses of the route index once', () => {
    const numbers = ROUTES.flatMap(({ number }) => (number === null ? [] : [number]));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 78 }, (_each, index) => index + 1),
    );
  });

  it('has no address twice, aliases included', () => {
    const paths = [...ROUTES, ...ALIASES].map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('leads every redirect to a page of the table', () => {
    for (const route of ROUTES.filter(isRedirect)) {
      const destination = destinationOf(route);
      expect(isPage(destination), route.path).toBe(true);
    }
  });

  it('names every page of a feature, and no other file', () => {
    const named = ROUTES.filter(isPage).map(({ folder, page }) => `${folder}/${page}`);
    expect([...new Set(named)].toSorted()).toEqual(pageFiles().toSorted());
  });

  it('gives each place of the menu and each key to one route', () => {
    const places = ROUTES.flatMap(({ menu }) => (menu ? [`${menu.group} ${menu.place}`] : []));
    const keys = ROUTES.flatMap(({ goKey }) => goKey ?? []);
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(0);
  });

  it('leads every alias to a route with the same parameters', () => {
    const names = (path: string) => path.match(/:\w+/g) ?? [];
    for (const { path, to } of ALIASES) {
      expect(routeOf(to), path).toBeDefined();
      expect(names(to)).toEqual(names(path));
    }
  });

  it('never lets the alias of the API guide catch the redirect page', () => {
    expect(ALIASES.find(({ path }) => path === '/api/:id')?.reserved).toContain('auth');
  });

  it('asks only for capabilities of the role matrix', () => {
    for (const { permission, path } of ROUTES) {
      if (typeof permission === 'string') continue;
      for (const one of permission) expect(CAPABILITIES, path).toContain(one.split(':')[0]);
    }
  });

  it('gives breadcrumbs from the section down', () => {
    expect(ancestorsOf('/fraud/purchase/rules').map(({ path }) => path)).toEqual(['/fraud', '/fraud/purchase']);
    expect(ancestorsOf('/search/:eventType/:envId/:id').map(({ path }) => path)).toEqual(['/search']);
    expect(ancestorsOf('/')).toEqual([]);
  });
});

describe('who may open a route', () => {
  it('is anyone holding one of its permissions', () => {
    expect(mayOpen(['lists:read'], { lists: 'write' })).toBe(true);
    expect(mayOpen(['lists:write'], { lists: 'read' })).toBe(false);
    expect(mayOpen(['lists:read', 'search:read'], { search: 'read' })).toBe(true);
    expect(mayOpen('signedIn', {})).toBe(true);
  });
});

describe('addresses', () => {
  it('are made from the path of a route and its parameters', () => {
    expect(hrefOf('/search/:eventType/:envId/:id', { eventType: 'purchase', envId: 'e', id: 'a/b ?' })).toBe(
      '/search/purchase/e/a%2Fb%20%3F',
    );
    expect(hrefOf('/search', undefined, { q: 'decision', decision: ['Reject', 'Review'], empty: undefined })).toBe(
      '/search?q=decision&decision=Reject&decision=Review',
    );
  });

  it('are refused by the compiler where no feature has the path', () => {
    // @ts-expect-error: no route has this path
    expect(hrefOf('/data/lists/other')).toBe('/data/lists/other');
  });

  it('read back what they were made of', () => {
    expect(parseSearch('?a=1&b=x&b=y&c=')).toEqual({ a: '1', b: ['x', 'y'], c: '' });
    expect(parseSearch(stringifySearch({ text: 'ä & = ?', list: ['1', '2'] }))).toEqual({
      text: 'ä & = ?',
      list: ['1', '2'],
    });
  });
});
