import { useFormats, useText, useTexts } from '@redoubt/i18n';
import { Skeleton, Forbidden, Loading } from '@redoubt/ui';
import { useRouterState } from '@tanstack/react-router';
import { createElement, Suspense } from 'react';
import { useConsole } from '../app/console-context.tsx';
import { SavedViewsFrame } from '../shared/saved-views/SavedViewsFrame.tsx';
import { ConsolePage } from '../shell/ConsolePage.tsx';
import { grantorsOf, mayOpen, missingCapability } from './access.ts';
import { CurrentRoute } from './current-route.ts';
import { forgetPage, lazyPage } from './lazy-page.ts';
import { PageBoundary } from './PageBoundary.tsx';
import { isPage, type PageRoute, type RouteEntry } from './route-entry.ts';

const ForbiddenPage = ({ route }: { readonly route: RouteEntry }) => {
  const routes = useText('routes');
  const shell = useText('shell');
  const common = useText('common');
  const formats = useFormats();
  const { me } = useConsole();
  const capability = missingCapability(route);
  return (
    <ConsolePage title={routes(`${route.key}.title`)}>
      <Forbidden
        capability={capability ? shell(`capability.${capability}`) : routes(`${route.key}.title`)}
        grantors={formats.either(grantorsOf(me.tenant.edition).map((role) => common(`role.${role}`)))}
      />
    </ConsolePage>
  );
};

/** Stands where the page will, with its measures; no heading yet that could take the focus. */
const LoadingPage = () => (
  <div className="stack-3 py-3 px-page">
    <Skeleton width={160} height={12} />
    <Skeleton width={240} height={20} />
    <Loading rows={12} />
  </div>
);

const Loaded = ({ route }: { readonly route: PageRoute }) => {
  const texts = useTexts();
  const { environment } = useConsole();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = (
    <PageBoundary resetKey={`${route.path} ${environment.id}`} onRetry={() => forgetPage(route)}>
      <Suspense fallback={<LoadingPage />}>{createElement(lazyPage(route, texts), { key: environment.id })}</Suspense>
    </PageBoundary>
  );
  if (route.savedViews === undefined) return page;
  return (
    <SavedViewsFrame key={`${path} ${environment.id}`} page={route.savedViews} waiting={<LoadingPage />}>
      {page}
    </SavedViewsFrame>
  );
};

/** What stands in the content for a route: the page, or why it is refused. */
export const RouteFrame = ({ route }: { readonly route: RouteEntry }) => {
  const { environment } = useConsole();
  const allowed = mayOpen(route.permission, environment.capabilities);
  return (
    <CurrentRoute.Provider value={route}>
      {!allowed ? <ForbiddenPage route={route} /> : isPage(route) ? <Loaded route={route} /> : null}
    </CurrentRoute.Provider>
  );
};
