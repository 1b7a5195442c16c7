import { LinkProvider, ShortcutProvider } from '@redoubt/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { ConsoleProvider, type ConsoleContextValue } from '../app/console-context.tsx';
import { meQuery, useLiveMe, useSession } from '../app/session-context.tsx';
import { TourProvider } from './tours/use-tour.tsx';
import { CalloutProvider } from '../notifications/CalloutProvider.tsx';
import { usePreferences } from '../preferences/use-preferences.tsx';
import { mayOpen } from '../routes/access.ts';
import { ENVIRONMENT_PARAMETER, stringifySearch } from '../routes/address.ts';
import { LazyPart } from '../routes/LazyPart.tsx';
import { environmentParameterOf, routeOf } from '../routes/route-table.ts';
import { BlockedPage } from '../session/BlockedPage.tsx';
import { Starting } from '../session/SessionGate.tsx';
import { firstId, LAST_ENVIRONMENT_KEY, startEnvironment } from '../session/start-environment.ts';
import { trackPage } from '../telemetry/telemetry.ts';
import { AppLink } from './AppLink.tsx';
import { CollapsedProvider } from './navigation/use-collapsed.tsx';
import { Shell } from './Shell.tsx';
import { useRoutePath } from './use-route-path.ts';

const loadAttestation = async () => (await import('../session/attestation/AttestationPage.tsx')).AttestationPage;

const MAX_RECENT = 5;

type FrameProps = {
  readonly value: ConsoleContextValue;
  readonly shortcuts: boolean;
  readonly staleSince: number | null;
};

/** What stands around every page. Kept while it is given the same: the poll that is watched outside of it ends every few seconds. */
const Frame = memo(({ value, shortcuts, staleSince }: FrameProps) => (
  <LinkProvider link={AppLink}>
    <ShortcutProvider enabled={shortcuts}>
      <ConsoleProvider value={value}>
        <CalloutProvider>
          <CollapsedProvider>
            <TourProvider>
              <Shell staleSince={staleSince}>
                <Outlet />
              </Shell>
            </TourProvider>
          </CollapsedProvider>
        </CalloutProvider>
      </ConsoleProvider>
    </ShortcutProvider>
  </LinkProvider>
));

/** Works out the environment from the address, gives pages their context and draws the frame around them. */
export const RootFrame = () => {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const routePath = useRoutePath();
  const [{ shortcuts, recentEnvironments }, change] = usePreferences();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const inAddress = typeof search[ENVIRONMENT_PARAMETER] === 'string' ? search[ENVIRONMENT_PARAMETER] : null;
  const params: Readonly<Record<string, string>> = useParams({ strict: false });
  const parameter = environmentParameterOf(routePath);
  const preferred = [
    parameter === undefined ? null : (params[parameter] ?? null),
    inAddress,
    localStorage.getItem(LAST_ENVIRONMENT_KEY),
  ];
  const wanted = firstId(preferred);
  const { me, isAsking, staleSince } = useLiveMe(wanted);
  // The console knows some environments; whether it may open another one, the server says.
  const isWaiting = isAsking && !me.environments.some(({ id }) => id === wanted);
  const environment = isWaiting ? undefined : startEnvironment(me.environments, preferred);
  const environmentId = environment?.id;

  useEffect(() => {
    if (environmentId === undefined) return;
    localStorage.setItem(LAST_ENVIRONMENT_KEY, environmentId);
    if (inAddress === environmentId) return;
    // By address, not relative: an unknown address keeps its not-found page.
    const { pathname, search: asked, hash } = router.state.location;
    const href =
      pathname + stringifySearch({ ...asked, [ENVIRONMENT_PARAMETER]: environmentId }) + (hash ? `#${hash}` : '');
    void navigate({ href, replace: true });
  }, [environmentId, inAddress, navigate, router]);

  useEffect(() => trackPage(routePath), [routePath]);

  const landing = useRef(session.me.settings.landingPage);
  useEffect(() => {
    // Only at the start of a session, never when they go to the dashboard later.
    const wanted = routeOf(landing.current);
    landing.current = '/';
    if (!environment || !wanted || wanted.path === '/' || router.state.location.pathname !== '/') return;
    if (mayOpen(wanted.permission, environment.capabilities)) void navigate({ to: wanted.path, replace: true });
  }, [environment, navigate, router]);

  const openEnvironment = useCallback(
    async (id: string) => {
      const isKnown = me.environments.some((one) => one.id === id);
      // One that cannot be asked for now is tried all the same, at the first page.
      const { environments } = isKnown ? me : await client.fetchQuery(meQuery(session.call, id)).catch(() => me);
      const target = environments.find((one) => one.id === id);
      const route = routeOf(routePath);
      change({ recentEnvironments: [id, ...recentEnvironments.filter((one) => one !== id)].slice(0, MAX_RECENT) });
      const stays =
        target &&
        route &&
        environmentParameterOf(routePath) === undefined &&
        mayOpen(route.permission, target.capabilities);
      void navigate({ to: stays ? '.' : '/', search: { [ENVIRONMENT_PARAMETER]: id } });
    },
    [me, client, session, navigate, routePath, change, recentEnvironments],
  );

  const value = useMemo<ConsoleContextValue | null>(
    () =>
      environment
        ? {
            me,
            environment,
            call: session.call,
            supportUrl: session.site.supportUrl,
            fingerprintOrigin: session.site.fingerprintOrigin,
            openEnvironment: (id) => void openEnvironment(id),
            signOut: session.signOut,
          }
        : null,
    [me, environment, session, openEnvironment],
  );

  if (isWaiting) return <Starting />;
  if (me.attestationDue)
    return <LazyPart load={loadAttestation} texts={['firstRun']} props={{}} fallback={<Starting />} />;
  if (!value)
    return (
      <BlockedPage blocked={{ reason: 'noEnvironment', account: session.account, me }} signOut={session.signOut} />
    );
  return <Frame value={value} shortcuts={shortcuts} staleSince={staleSince} />;
};
