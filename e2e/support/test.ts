import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test as base, type Page } from '@playwright/test';
import { keptSignIns, type KeptSignIns } from './kept-sign-ins.ts';
import { Merchant } from './merchant.ts';
import type { Demo } from './server.ts';

/** People of the demonstration by what they stand for. */
export const PEOPLE = {
  productAdmin: 'mara@northfell.example',
  fraudEngineer: 'priya@northfell.example',
  viewer: 'vera@northfell.example',
  /** Signs out everywhere in one journey, so no other one is of this person. */
  editor: 'joel@northfell.example',
  supportAgent: 'sami@northfell.example',
  reviewManager: 'hugo@northfell.example',
  reviewAnalyst: 'tomas@northfell.example',
  withoutRole: 'nils@northfell.example',
  withoutEnvironment: 'olga@northfell.example',
  /** Has not yet accepted what administrators accept. */
  newAdministrator: 'ines@northfell.example',
  otherTenantAdmin: 'greta@harbour-pay.example',
  /** Of a tenant that is not set up: the global administrator, and a person with a role there. */
  globalAdministrator: 'signe@kestrel.example',
  newTenantEngineer: 'bruno@kestrel.example',
} as const;

export type Person = keyof typeof PEOPLE;

const factsOf = (): Demo => {
  const text = process.env.REDOUBT_E2E_DEMO;
  if (text === undefined) throw new Error('the journeys run with their global set-up');
  return JSON.parse(text) as Demo;
};

/** Waits for the page that offers accounts, and shows the code of the terminal where this browser has not yet. */
export const reachAccounts = async (page: Page, code?: string): Promise<void> => {
  await page.waitForURL(/\/idp-login\//);
  const field = page.getByLabel('Sign-in code');
  const heading = page.getByRole('heading', { name: 'Pick an account' });
  await field.or(heading).waitFor();
  if (!(await field.isVisible())) return;
  await field.fill(code ?? factsOf().signInCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading.waitFor();
};

/** Chooses an account on the development provider's page. */
export const chooseAccount = async (page: Page, username: string, code?: string): Promise<void> => {
  await reachAccounts(page, code);
  await page.getByRole('button', { name: new RegExp(`(?:^|\\s)${username}`) }).click();
};

const TURN_MS = 200;
/** Longer than the journeys that take turns last together. */
const MOST_TURNS_MS = 900_000;

type Fixtures = {
  /** For journeys whose person reviews cases: a person holds one at a time, so they run one after the other over all workers. */
  readonly reviewTurn: string;
  readonly demo: Demo;
  /** Where the server under test keeps its data, for the command line. */
  readonly dataDirectory: string;
  readonly merchant: Merchant;
  /** Signs a person in by hand at an address of the console, and waits for the frame. */
  readonly signInAs: (person: Person, path?: string) => Promise<Page>;
  /** The same for journeys of anything but the sign-in: the first journey of a person in a worker signs in, later ones go on with that. */
  readonly openAs: (person: Person, path?: string) => Promise<Page>;
};

type WorkerFixtures = { readonly signIns: KeptSignIns };

export const test = base.extend<Fixtures, WorkerFixtures>({
  signIns: [async ({}, use) => use(keptSignIns(factsOf().origin)), { scope: 'worker' }],
  demo: async ({}, use) => use(factsOf()),
  dataDirectory: async ({}, use) => use(process.env.REDOUBT_E2E_DATA ?? ''),
  reviewTurn: [
    async ({ dataDirectory }, use) => {
      const turn = join(dataDirectory, 'review-turn');
      const take = async (): Promise<boolean> =>
        mkdir(turn).then(
          () => true,
          () => false,
        );
      // oxlint-disable-next-line eslint/no-await-in-loop -- until the journey before has ended
      while (!(await take())) await wait(TURN_MS);
      await use(turn);
      await rmdir(turn);
    },
    { timeout: MOST_TURNS_MS },
  ],
  merchant: async ({ demo }, use) => use(new Merchant(demo)),
  signInAs: async ({ page, demo }, use) =>
    use(async (person, path = '/') => {
      await page.goto(`${demo.origin}${path}`);
      await chooseAccount(page, PEOPLE[person]);
      await page.getByRole('banner').waitFor();
      return page;
    }),
  openAs: async ({ page, demo, signIns, signInAs }, use) =>
    use(async (person, path = '/') => {
      if (await signIns.restore(page, person)) {
        await page.goto(`${demo.origin}${path}`);
        await page.getByRole('banner').waitFor();
        return page;
      }
      await signInAs(person, path);
      await signIns.keep(page, person);
      return page;
    }),
});

export { expect, type Page } from '@playwright/test';
