import { me as meSchema, type Me } from '@redoubt/contracts';
import { CAPABILITIES } from '@redoubt/domain';
import { createBundledTexts, type Language, NAMESPACES, PROVIDED_CATALOGUE, TextProvider } from '@redoubt/i18n';
import { LinkProvider, ShortcutProvider, ThemeRoot } from '@redoubt/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, type RenderResult } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { createApiCall } from '../api/api-call.ts';
import { requestedChanges } from '../api/requested-changes.ts';
import { ConsoleProvider } from '../app/console-context.tsx';
import { CalloutProvider } from '../notifications/CalloutProvider.tsx';
import { parseSearch, stringifySearch } from '../routes/address.ts';
import { AppLink } from '../shell/AppLink.tsx';

export const TEST_ENVIRONMENT_ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c01';

/** A person who may do everything in one active root environment, changed where a test says so. */
export const testMe = (change: Partial<Me> = {}): Me =>
  meSchema.parse({
    environmentCount: change.environments?.length ?? 1,
    environmentsBusy: false,
    user: { id: 'u-1', name: 'Ines Holm', username: 'ines@northfell.example' },
    tenant: {
      id: '0b7f6a34-9d0e-4c8e-8b33-4d6f6f0f8a02',
      name: 'Northfell',
      edition: 'Standard',
      assignedRoles: ['ProductAdmin'],
    },
    directoryRoles: [],
    attestationDue: false,
    environments: [
      {
        id: TEST_ENVIRONMENT_ID,
        name: 'Production',
        status: 'Active',
        statusReason: null,
        parentId: null,
        customerApiId: null,
        geography: null,
        kind: 'Production',
        tags: [],
        deviceFingerprintingId: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c09',
        hasAccess: true,
        roles: ['ProductAdmin'],
        capabilities: Object.fromEntries(CAPABILITIES.map((capability) => [capability, 'write'])),
      },
    ],
    settings: {},
    build: { label: '20261121.1', environment: 'development' },
    ...change,
  });

export type Answer = (request: { method: string; path: string; body: unknown }) => unknown;

const answering =
  (answer: Answer): typeof globalThis.fetch =>
  async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const value = await answer({
      method: init?.method ?? 'GET',
      path: input instanceof Request ? input.url : input.toString(),
      body: body?.startsWith('{') || body?.startsWith('[') ? JSON.parse(body) : body,
    });
    return value instanceof Response ? value : Response.json(value);
  };

const cataloguesOf = (language: Language): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...NAMESPACES, ...(language === 'en-US' ? [] : [PROVIDED_CATALOGUE])].map((name) => [
      name,
      JSON.parse(readFileSync(`packages/i18n/catalogues/${language}/${name}.json`, 'utf8')) as unknown,
    ]),
  );

export type RenderOptions = {
  readonly me?: Me;
  readonly address?: string;
  readonly language?: Language;
  /** Answers calls; throw or return a `Response` to fail. */
  readonly answer?: Answer;
  /** See `ConsoleContextValue`. */
  readonly fingerprintOrigin?: string | null;
};

/** Renders a page as it stands in the console: texts, router, client and context are real, only the network answers from the test. */
export const renderConsole = async (
  page: ReactNode,
  {
    me = testMe(),
    address = '/',
    language = 'en-US',
    answer = () => new Response(null, { status: 404 }),
    fingerprintOrigin = null,
  }: RenderOptions = {},
): Promise<RenderResult & { readonly address: () => string }> => {
  const [environment] = me.environments;
  if (!environment) throw new Error('renderConsole needs an environment');
  const call = createApiCall({
    token: async () => 'token',
    fetch: answering(answer),
    newId: () => 'c-1',
    onRequested: requestedChanges.tell,
  });
  const doNothing = (): void => undefined;
  const site = { supportUrl: null, fingerprintOrigin };
  const value = { me, environment, call, ...site, openEnvironment: doNothing, signOut: doNothing };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await router.load();
  const shown = render(
    <ThemeRoot theme="light">
      <TextProvider texts={createBundledTexts(language, cataloguesOf(language))} timeZone="utc">
        <QueryClientProvider client={queryClient}>
          <LinkProvider link={AppLink}>
            <ShortcutProvider enabled>
              <ConsoleProvider value={value}>
                <CalloutProvider>
                  <RouterProvider router={router} />
                </CalloutProvider>
              </ConsoleProvider>
            </ShortcutProvider>
          </LinkProvider>
        </QueryClientProvider>
      </TextProvider>
    </ThemeRoot>,
  );
  return Object.assign(shown, { address: () => router.state.location.href });
};
