import type { Me } from '@redoubt/contracts';
import { environmentPath, rootFirst } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { Crumb } from '@redoubt/ui';
import { useParams } from '@tanstack/react-router';
import { useConsole } from '../app/console-context.tsx';
import { mayOpen } from '../routes/access.ts';
import { ancestorsOf } from '../routes/route-table.ts';
import { useRoute } from '../routes/current-route.ts';

/** Names from the root environment down to one. */
export const environmentNames = (environments: Me['environments'], id: string): readonly string[] => {
  const byId = new Map(environments.map((environment) => [environment.id, environment]));
  return rootFirst(id, environmentPath(id, byId)).map((each) => byId.get(each)?.name ?? each);
};

/** Names of the things that pages above are about, by the path of the page in the route table; with another address where one of several lists stands above. */
export type NamedPages = Readonly<Record<string, string | Crumb | undefined>>;

/**
 * Pages above the one on screen, linked where they are built and allowed, ending with the page itself, or with the thing
 * on screen after the list it is one of.
 */
export const useTrail = (
  ownCrumb: string | undefined,
  list: Crumb | undefined,
  named: NamedPages = {},
): readonly Crumb[] => {
  const routes = useText('routes');
  const route = useRoute();
  const { environment } = useConsole();
  const params: Readonly<Record<string, string>> = useParams({ strict: false });
  if (!route || route.path === '/') return ownCrumb === undefined ? [] : [{ text: ownCrumb }];
  const above = ancestorsOf(route.path).map((ancestor): Crumb => {
    const linked = mayOpen(ancestor.permission, environment.capabilities);
    const href = ancestor.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
    const name = named[ancestor.path] ?? routes(`${ancestor.key}.title`);
    const crumb = typeof name === 'string' ? { text: name, href } : name;
    return linked ? crumb : { text: crumb.text };
  });
  return [...above, ...(list ? [list] : []), { text: ownCrumb ?? routes(`${route.key}.title`) }];
};
