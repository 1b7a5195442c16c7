import type { BrowserContext, Page } from '@playwright/test';

/** What a browser knows of a sign-in: cookies, and what the console keeps of it in the storages of browser and tab. */
type SignIn = {
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
};

/** The sign-ins of one worker by person. */
export type KeptSignIns = {
  /** Remembers the sign-in of a page that stands in the console. */
  readonly keep: (page: Page, person: string) => Promise<void>;
  /** Has a page that was not opened yet begin signed in; false where that person has not signed in. */
  readonly restore: (page: Page, person: string) => Promise<boolean>;
};

/** Of the sign-in alone: preferences, the last environment and the like are for each journey to make. */
const OF_SIGN_INS = String.raw`/^(?:msal\.|DFP\/(?:Token|SignedIn|LastTenant)$)/`;
const MARK = 'journey.restored';

const READ = `(() => {
  const of = (storage) => Object.fromEntries(Object.entries(storage).filter(([key]) => ${OF_SIGN_INS}.test(key)));
  return { local: of(localStorage), session: of(sessionStorage) };
})()`;

/** Once in a tab: who signs out there stays signed out. */
const restoring = (origin: string, { local, session }: SignIn): string => `
  if (location.origin === ${JSON.stringify(origin)} && sessionStorage.getItem('${MARK}') === null) {
    sessionStorage.setItem('${MARK}', 'yes');
    for (const [key, value] of Object.entries(${JSON.stringify(local)})) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(${JSON.stringify(session)})) sessionStorage.setItem(key, value);
  }`;

/** Sign-ins at the server under test, which several journeys of a worker go on with. @param origin the address of the console */
export const keptSignIns = (origin: string): KeptSignIns => {
  const kept = new Map<string, SignIn>();
  return {
    keep: async (page, person) => {
      const cookies = await page.context().cookies();
      kept.set(person, { cookies, ...(await page.evaluate<Omit<SignIn, 'cookies'>>(READ)) });
    },
    restore: async (page, person) => {
      const signIn = kept.get(person);
      if (signIn === undefined) return false;
      await page.context().addCookies([...signIn.cookies]);
      await page.addInitScript(restoring(origin, signIn));
      return true;
    },
  };
};
