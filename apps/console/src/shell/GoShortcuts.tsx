import { useText } from '@redoubt/i18n';
import { useShortcut } from '@redoubt/ui';
import { useEnvironment } from '../app/console-context.tsx';
import { mayOpen } from '../routes/access.ts';
import { useGo } from '../routes/address.ts';
import type { RouteEntry } from '../routes/route-entry.ts';
import { ROUTES } from '../routes/route-table.ts';

type GoShortcutProps = { readonly keys: string; readonly route: RouteEntry };

const GoShortcut = ({ keys, route }: GoShortcutProps): null => {
  const text = useText('shell');
  const routes = useText('routes');
  const go = useGo();
  const { capabilities } = useEnvironment();
  const active = mayOpen(route.permission, capabilities);
  useShortcut(keys, text('shortcut.go', { page: routes(`${route.key}.title`) }), () => go(route.path), { active });
  return null;
};

/** `g` and a letter go to the pages people return to all day. */
export const GoShortcuts = () =>
  ROUTES.map((route) =>
    route.goKey === undefined ? null : <GoShortcut key={route.path} keys={`g ${route.goKey}`} route={route} />,
  );
