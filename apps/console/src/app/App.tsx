import { createTexts, isLanguage, LANGUAGE_PARAMETER, LANGUAGE_STORAGE_KEY, TextProvider } from '@redoubt/i18n';
import { ThemeRoot } from '@redoubt/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState, type ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { createPreferences } from '../preferences/preferences.ts';
import { PreferencesProvider, usePreferences } from '../preferences/use-preferences.tsx';
import { LazyPart } from '../routes/LazyPart.tsx';
import { preloadPage } from '../routes/preload-page.ts';
import { createConsoleRouter } from '../routes/router.tsx';
import { SIGNED_OUT_PATH } from '../session/identity.ts';
import { startSession, type Session, type Start } from '../session/session.ts';
import { SessionGate } from '../session/SessionGate.tsx';
import { reportProblem } from './report-problem.ts';
import { SessionProvider } from './session-context.tsx';

const ASSET_ROOT = '/dist/';
/** English stands in for texts that take longer than this to arrive. */
const TEXTS_PATIENCE_MS = 3000;

const preferences = createPreferences(localStorage);
const { texts, start: startTexts } = createTexts({
  assetRoot: ASSET_ROOT,
  onProblem: ({ kind, key }) => reportProblem(kind, key),
});
const queryClient = createQueryClient();
const router = createConsoleRouter();
preloadPage(location.pathname, preferences.get().landingPage);

const textsReady = Promise.race([
  startTexts(),
  new Promise((resolve) => {
    setTimeout(resolve, TEXTS_PATIENCE_MS);
  }),
]);

/** Once: StrictMode mounts twice, and a sign-in must not start twice. */
let started: Promise<Start> | undefined;
const start = (): Promise<Start> => (started ??= startSession());

window.addEventListener('unhandledrejection', (event) => reportProblem('unhandled rejection', event.reason));

const languageAsked = (): boolean =>
  new URLSearchParams(location.search).has(LANGUAGE_PARAMETER) || localStorage.getItem(LANGUAGE_STORAGE_KEY) !== null;

const adoptLanguage = ({ me }: Session): void => {
  const { language } = me.settings;
  if (language === null || !isLanguage(language) || languageAsked()) return;
  localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
  void texts.changeLanguage(language);
};

const startAndAdopt = async (): Promise<Start> => {
  const outcome = await start();
  if (outcome.kind === 'ready') adoptLanguage(outcome.session);
  return outcome;
};

const useDocumentLanguage = (): void => {
  useEffect(() => {
    const set = () => {
      document.documentElement.lang = texts.resolvedLanguage ?? 'en-US';
    };
    set();
    texts.on('languageChanged', set);
    return () => texts.off('languageChanged', set);
  }, []);
};

const Appearance = ({ children }: { readonly children: ReactNode }) => {
  const [{ theme, density, reducedMotion, timeZone, dateStyle }] = usePreferences();
  useDocumentLanguage();
  return (
    <ThemeRoot theme={theme} density={density} reducedMotion={reducedMotion}>
      <TextProvider texts={texts} timeZone={timeZone} dateStyle={dateStyle}>
        {children}
      </TextProvider>
    </ThemeRoot>
  );
};

const loadSignedOut = async () => (await import('../features/signed-out/SignedOutPage.tsx')).SignedOutPage;

const Content = () => {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void textsReady.then(() => setReady(true));
  }, []);
  if (!ready) return null;
  if (location.pathname === SIGNED_OUT_PATH)
    return <LazyPart load={loadSignedOut} texts={[]} props={{}} fallback={null} />;
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate start={startAndAdopt}>
        {(session) => (
          <SessionProvider session={session}>
            <RouterProvider router={router} />
          </SessionProvider>
        )}
      </SessionGate>
    </QueryClientProvider>
  );
};

/** The console. */
export const App = () => (
  <StrictMode>
    <PreferencesProvider preferences={preferences}>
      <Appearance>
        <Content />
      </Appearance>
    </PreferencesProvider>
  </StrictMode>
);
