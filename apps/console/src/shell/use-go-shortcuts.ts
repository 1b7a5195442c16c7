import { useText } from '@redoubt/i18n';
import { useShortcut } from '@redoubt/ui';
import { useEnvironment } from '../app/console-context.tsx';
import { mayOpen } from '../routes/access.ts';
import { useGo } from '../routes/address.ts';
import { routeOf, type RoutePath } from '../routes/route-table.ts';

const useGoShortcut = (keys: string, path: RoutePath): void => {
  const text = useText('shell');
  const routes = useText('routes');
  const go = useGo();
  const { capabilities } = useEnvironment();
  const route = routeOf(path);
  const active = route !== undefined && mayOpen(route.permission, capabilities);
  const title = route ? routes(`${route.key}.title`) : path;
  useShortcut(keys, text('shortcut.go', { page: title }), () => go(path), { active });
};

/** `g` and a letter go to the pages people return to all day. */
export const useGoShortcuts = (): void => {
  useGoShortcut('g d', '/');
  useGoShortcut('g r', '/fraud/purchase/rules');
  useGoShortcut('g q', '/casemanagement/queues');
  useGoShortcut('g s', '/search');
  useGoShortcut('g e', '/environments');
  useGoShortcut('g l', '/data/lists/custom');
};
