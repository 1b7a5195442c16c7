import type { EnvironmentSummary } from '@redoubt/contracts';
import { mayOpen } from '../../routes/access.ts';
import { MENU_GROUPS, type MenuGroup, type RouteEntry } from '../../routes/route-entry.ts';
import { ROUTES } from '../../routes/route-table.ts';

export type MenuItem = { readonly route: RouteEntry };

export type MenuSection = {
  readonly group: MenuGroup;
  readonly items: readonly MenuItem[];
  /** A group of one is a plain link. */
  readonly single: boolean;
};

/** Groups that are one page. */
const SINGLE: readonly MenuGroup[] = ['dashboard', 'search', 'integration', 'environments', 'admin'];

/** The left navigation for what a person may do in an environment; what they may not is absent. */
export const menuFor = (environment: Pick<EnvironmentSummary, 'capabilities' | 'parentId'>): readonly MenuSection[] => {
  const isRoot = environment.parentId === null;
  const items = ROUTES.filter(
    ({ menu, permission }) => menu && (!menu.rootOnly || isRoot) && mayOpen(permission, environment.capabilities),
  );
  return MENU_GROUPS.map((group) => ({
    group,
    items: items
      .filter(({ menu }) => menu?.group === group)
      .toSorted((one, other) => (one.menu?.place ?? 0) - (other.menu?.place ?? 0))
      .map((route) => ({ route })),
    single: SINGLE.includes(group),
  })).filter((section) => section.items.length > 0);
};

/** Pages the user pinned, in their order; those they may not open here are absent. */
export const pinnedItems = (
  pinned: readonly string[],
  environment: Pick<EnvironmentSummary, 'capabilities' | 'parentId'>,
): readonly MenuItem[] => {
  const items = menuFor(environment).flatMap((section) => section.items);
  return pinned.flatMap((path) => items.filter(({ route }) => route.path === path));
};

/** The entry a page belongs to: the longest address of the menu that its own begins with. */
export const activeEntry = (sections: readonly MenuSection[], routePath: string): string | undefined =>
  sections
    .flatMap(({ items }) => items.map(({ route }) => route.path))
    .filter((path) => routePath === path || (path !== '/' && routePath.startsWith(`${path}/`)))
    .toSorted((one, other) => other.length - one.length)[0];
