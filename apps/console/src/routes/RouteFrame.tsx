import { useFormats, useText, useTexts } from '@redoubt/i18n';
import { Forbidden, Loading, Page } from '@redoubt/ui';
import { createContext, Suspense, useContext } from 'react';
import { useConsole } from '../app/console-context.tsx';
import { grantorNames, mayOpen, missingCapability } from './access.ts';
import { forgetPage, lazyPage } from './lazy-page.ts';
import { PageBoundary } from './PageBoundary.tsx';
import { PlannedPage } from './PlannedPage.tsx';
import { isPage, isRedirect, type BuiltRoute, type RouteEntry } from './route-entry.ts';

const Route = createContext<RouteEntry | null>(null);

/** The row of the route table on screen. */
export const useRoute = (): RouteEntry | null => useContext(Route);

const ForbiddenPage = ({ route }: { readonly route: RouteEntry }) => {
  const routes = useText('routes');
  const shell = useText('shell');
  const formats = useFormats();
  const { me } = useConsole();
  const capability = missingCapability(route);
  return (
    <Page title={routes(`${route.key}.title`)}>
      <Forbidden
        capability={capability ? shell(`capability.${capability}`) : routes(`${route.key}.title`)}
        grantors={formats.list(grantorNames(me.tenant.edition))}
      />
    </Page>
  );
};

const Loaded = ({ route }: { readonly route: BuiltRoute }) => {
  const texts = useTexts();
  const { environment } = useConsole();
  const PageComponent = lazyPage(route, texts);
  return (
    <PageBoundary resetKey={`${route.path} ${environment.id}`} onRetry={() => forgetPage(route)}>
      <Suspense
        fallback={
          <Page title={<span aria-hidden>&nbsp;</span>}>
            <Loading rows={12} />
          </Page>
        }
      >
        <PageComponent key={environment.id} />
      </Suspense>
    </PageBoundary>
  );
};

/** What stands in the content for a route: the page, what it will be, or why it is refused. */
export const RouteFrame = ({ route }: { readonly route: RouteEntry }) => {
  const { environment } = useConsole();
  const allowed = mayOpen(route.permission, environment.capabilities);
  return (
    <Route.Provider value={route}>
      {!allowed ? <ForbiddenPage route={route} /> : isPage(route) ? <Loaded route={route} /> : null}
      {allowed && !isPage(route) && !isRedirect(route) ? <PlannedPage route={route} /> : null}
    </Route.Provider>
  );
};
