import { isAccessible } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useActiveShortcuts } from '@redoubt/ui';
import { useMemo } from 'react';
import { useConsole, useEnvironment } from '../app/console-context.tsx';
import { useEnvironments } from '../app/environments.ts';
import { usePreferences } from '../preferences/use-preferences.tsx';
import { mayOpen } from '../routes/access.ts';
import { useGo } from '../routes/address.ts';
import { ancestorsOf, destinationOf, ROUTES } from '../routes/route-table.ts';
import type { ShellPanel } from '../shell/shell-panel.ts';
import { activeEntry, menuFor } from '../shell/navigation/menu.ts';
import { useCollapsed } from '../shell/navigation/use-collapsed.tsx';
import { useRoutePath } from '../shell/use-route-path.ts';
import { useBeginTour, useOpenTours } from '../shell/tours/use-begin-tour.ts';
import { environmentNames } from '../shell/use-trail.ts';
import type { FoundItems, PaletteItem } from './palette-items.ts';

const usePageItems = (): readonly PaletteItem[] => {
  const routes = useText('routes');
  const { environment } = useConsole();
  const go = useGo();
  return useMemo(
    () =>
      ROUTES.filter(
        (route) =>
          !route.path.includes(':') &&
          route.permission !== 'anonymous' &&
          destinationOf(route) === route &&
          mayOpen(route.permission, environment.capabilities),
      ).map((route) => ({
        id: route.path,
        group: 'pages',
        text: routes(`${route.key}.title`),
        context: ancestorsOf(route.path)
          .map((above) => routes(`${above.key}.title`))
          .join(' › '),
        run: () => go(route.path),
      })),
    [routes, environment, go],
  );
};

const useEnvironmentItems = (): readonly PaletteItem[] => {
  const { environment: current, openEnvironment } = useConsole();
  const environments = useEnvironments();
  return useMemo(
    () =>
      environments
        .filter((environment) => isAccessible(environment) && environment.id !== current.id)
        .map((environment) => ({
          id: environment.id,
          group: 'environments',
          text: environment.name,
          context: environmentNames(environments, environment.id).slice(0, -1).join('/'),
          run: () => openEnvironment(environment.id),
        })),
    [environments, current, openEnvironment],
  );
};

const MAX_PINNED = 8;

const useActionItems = (onPanel: (panel: ShellPanel) => void): readonly PaletteItem[] => {
  const text = useText('shell');
  const notices = useText('notices');
  const { signOut } = useConsole();
  const [{ pinnedPages }, change] = usePreferences();
  const environment = useEnvironment();
  const here = activeEntry(menuFor(environment), useRoutePath());
  const [, toggleNavigation] = useCollapsed();
  const tours = useOpenTours();
  const begin = useBeginTour();
  return useMemo(() => {
    const action = (id: string, words: string, run: () => void, keys?: string): PaletteItem => ({
      id,
      group: 'actions',
      text: words,
      keys,
      run,
    });
    const pin = (path: string): PaletteItem =>
      pinnedPages.includes(path)
        ? action('pin', text('palette.unpin'), () => change({ pinnedPages: pinnedPages.filter((one) => one !== path) }))
        : action('pin', text('palette.pin'), () => change({ pinnedPages: [...pinnedPages, path].slice(-MAX_PINNED) }));
    return [
      ...(here === undefined ? [] : [pin(here)]),
      action('light', text('palette.theme', { theme: text('theme.light') }), () => change({ theme: 'light' })),
      action('dark', text('palette.theme', { theme: text('theme.dark') }), () => change({ theme: 'dark' })),
      action('contrast', text('palette.theme', { theme: text('theme.highContrast') }), () =>
        change({ theme: 'highContrast' }),
      ),
      action('navigation', text('shortcut.navigation'), toggleNavigation, 'Ctrl B'),
      action('preferences', text('preferences.title'), () => onPanel('preferences')),
      action('notifications', notices('notifications.title'), () => onPanel('notifications')),
      ...tours.map((tour) =>
        action(`tour ${tour.id}`, text('tours.palette', { name: text(tour.name) }), () => begin(tour)),
      ),
      action('shortcuts', text('help.shortcuts'), () => onPanel('shortcuts'), '?'),
      action('signOut', text('user.signOut'), signOut),
    ];
  }, [text, notices, change, toggleNavigation, onPanel, signOut, pinnedPages, here, tours, begin]);
};

/** Commands of the page on screen: what a capital letter does there. */
const usePageCommands = (): readonly PaletteItem[] => {
  const shortcuts = useActiveShortcuts();
  return useMemo(() => {
    const commands = shortcuts.flatMap(({ keys, text, run }): readonly PaletteItem[] =>
      run !== null && text !== '' && /^[A-Z]$/.test(keys)
        ? [{ id: `page ${keys}`, group: 'actions', text, keys, run }]
        : [],
    );
    // The newest of equal keys is the one that a press would run.
    return [...new Map(commands.map((command) => [command.id, command])).values()];
  }, [shortcuts]);
};

/** Everything the palette can do for this person here, and what was found. */
export const usePaletteItems = (found: FoundItems, onPanel: (panel: ShellPanel) => void): readonly PaletteItem[] => [
  ...found.events,
  ...usePageCommands(),
  ...usePageItems(),
  ...found.resources,
  ...useEnvironmentItems(),
  ...useActionItems(onPanel),
];
