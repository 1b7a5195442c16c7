import { preloadMenus } from '@redoubt/ui';
import { loadWithTexts } from '../routes/lazy-part.ts';

/** Menus of the header come when they are opened: what menus are made of is a seventh of the start. */
export const loadUserMenu = () => loadWithTexts(async () => (await import('./OpenedUserMenu.tsx')).OpenedUserMenu);
export const loadHelpMenu = () => loadWithTexts(async () => (await import('./OpenedHelpMenu.tsx')).OpenedHelpMenu);

const ALL = [loadUserMenu, loadHelpMenu, preloadMenus] as const;

/** Loads them ahead of their use, and those of pages. */
export const preloadShellMenus = {
  preload: (): void => {
    for (const load of ALL) void load().catch(() => undefined);
  },
};
