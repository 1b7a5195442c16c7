import { siteConfiguration, type Me } from '@redoubt/contracts';
import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { ThemeRoot } from '@redoubt/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiCall } from '../api/api-call.ts';
import { useConsole } from '../app/console-context.tsx';
import { SessionProvider } from '../app/session-context.tsx';
import { parseSearch, stringifySearch } from '../routes/address.ts';
import type { Session } from '../session/session.ts';
import { testMe } from '../testing/render-console.tsx';
import { RootFrame } from './RootFrame.tsx';

const drawn = vi.hoisted(() => ({ shells: 0, pages: 0 }));

// Counts how often what stands around a page is drawn, and asks for nothing itself.
vi.mock(import('./Shell.tsx'), () => ({
  Shell: ({ children }: { readonly children: ReactNode }) => {
    drawn.shells += 1;
    return <main>{children}</main>;
  },
}));

const Page = () => {
  const { environment } = useConsole();
  drawn.pages += 1;
  return <p>{environment.name}</p>;
};

/** As while an environment is created: the console asks for the person every five seconds. */
const busyMe = (): Me => testMe({ environmentsBusy: true });

/** The frame around a page, as the person whom `answer` gives; counts its polls. */
const showFrame = async (answer: () => Me): Promise<{ readonly polls: () => number }> => {
  let polls = 0;
  const call = createApiCall({
    token: async () => 'token',
    fetch: async () => {
      polls += 1;
      return Response.json(answer());
    },
    newId: () => 'c-1',
    onRequested: () => undefined,
  });
  const me = busyMe();
  const session: Session = {
    me,
    open: me.environments[0]?.id ?? null,
    account: { ...me.user, userId: me.user.id, tenantId: me.tenant.id },
    site: siteConfiguration.parse({
      appId: 'console',
      tenantName: me.tenant.name,
      tenantId: me.tenant.id,
      environment: 'development',
      authority: 'https://login.example',
      scopes: ['openid'],
      productionResourceUri: 'https://redoubt.example',
      sandboxResourceUri: 'https://redoubt.example',
      buildLabel: me.build.label,
    }),
    call,
    signOut: () => undefined,
  };
  const root = createRootRoute({ component: RootFrame });
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: Page })]),
    history: createMemoryHistory({ initialEntries: [`/?env=${session.open ?? ''}`] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  render(
    <ThemeRoot theme="light">
      <TextProvider texts={createBundledTexts('en-US', {})} timeZone="utc">
        <QueryClientProvider client={new QueryClient()}>
          <SessionProvider session={session}>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </TextProvider>
    </ThemeRoot>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1000));
  drawn.shells = 0;
  drawn.pages = 0;
  return { polls: () => polls };
};

beforeEach(() => {
  vi.useFakeTimers();
});

describe('the frame around a page', () => {
  it('is not drawn anew by polls that bring nothing new', async () => {
    const { polls } = await showFrame(busyMe);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(polls()).toBeGreaterThan(4);
    expect(drawn).toEqual({ shells: 0, pages: 0 });
  });

  it('is drawn anew when a poll brings another name of its environment', async () => {
    let name = 'Production';
    await showFrame(() => ({ ...busyMe(), environments: busyMe().environments.map((each) => ({ ...each, name })) }));
    name = 'Live';
    await act(() => vi.advanceTimersByTimeAsync(6000));
    expect(screen.getByText('Live')).toBeTruthy();
    expect(drawn.shells).toBeGreaterThan(0);
  });
});
