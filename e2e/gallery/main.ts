import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHROMIUM, CHROMIUM_FLAGS } from '../support/chromium.ts';
import { purchaseToReview } from '../support/cases.ts';
import { Merchant } from '../support/merchant.ts';
import { startServer, type Demo } from '../support/server.ts';
import { chooseAccount, PEOPLE } from '../support/test.ts';
import { demonstrationCase } from './demonstration-case.ts';
import { faultsOf, shiftsOf, WATCH_SHIFTS } from './faults.ts';
import { galleryPage, type Picture } from './gallery-page.ts';
import { LOOKS, type Look } from './looks.ts';
import { places, shownIn, type Place } from './places.ts';
import { STATES } from './states.ts';

/** `npm run gallery`: every built page of the console in every look, see `docs/screens.md`. */
const { values: options } = parseArgs({
  options: {
    look: { type: 'string', multiple: true },
    only: { type: 'string' },
    demo: { type: 'string' },
    out: { type: 'string', default: '.redoubt/gallery' },
  },
});

const FRAME_CALLS = /\/platform\/v1\/(?:me|notices|attestations|set-up)(?:\/|$|\?)/;
const SETTLED_MS = 500;

const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(SETTLED_MS);
};

/** Holds or refuses the answers to the page's own calls; what is returned lets the held ones go. */
const holdAnswers = async (context: BrowserContext, { answers }: Look): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  if (answers !== 'given')
    await context.route('**/platform/v1/**', async (route) => {
      if (FRAME_CALLS.test(route.request().url())) return route.fallback();
      if (answers === 'failing') return route.abort();
      await released;
      return route.fallback();
    });
  return release;
};

/** Shows a page in a state that the demonstration is not in. */
const giveState = async (page: Page, { given }: Place): Promise<void> => {
  if (given === undefined) return;
  await page.route(given.of, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: given.change(await response.json()) });
  });
};

const linkFrom = async (page: Page, name: string): Promise<string> => {
  const link = page.getByRole('main').getByRole('link', { name }).first();
  return new URL((await link.getAttribute('href')) ?? '', page.url()).href;
};

const signIn = async (context: BrowserContext, { origin, signInCode }: Demo, look: Look): Promise<void> => {
  const page = await context.newPage();
  await page.goto(`${origin}/?mkt=${look.language}`);
  await chooseAccount(page, PEOPLE[look.person], signInCode);
  await page.getByRole('banner').waitFor();
  await page.close();
};

const takePictures = async (context: BrowserContext, demo: Demo, look: Look, place: Place): Promise<Picture[]> => {
  const pictures: Picture[] = [];
  const page = await context.newPage();
  const take = async (suffix: string, faults: readonly string[]): Promise<void> => {
    const file = `${place.name}--${look.name}${suffix}.png`;
    await page.screenshot({ path: join(options.out, file), animations: 'disabled' });
    pictures.push({ file, place: place.name, look: `${look.name}${suffix}`, faults });
    for (const fault of faults) console.log(`  ${place.name}, ${look.name}${suffix}: ${fault}`);
  };
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('response', (answer) => {
    if (answer.status() >= 500) problems.push(`${answer.status()} from ${answer.url()}`);
  });
  await page.addInitScript(WATCH_SHIFTS);
  const address = new URL(place.path, demo.origin);
  address.searchParams.set('env', look.environmentId ?? demo.environmentId);
  address.searchParams.set('mkt', look.language);
  try {
    if (place.follow !== undefined) {
      await page.goto(address.href);
      address.href = await linkFrom(page, shownIn(look.language, place.follow));
    }
    if (look.answers === 'given') await giveState(page, place);
    const release = await holdAnswers(context, look);
    await page.goto(address.href);
    if (look.answers === 'held') {
      await page.getByRole('banner').waitFor();
      await page.waitForTimeout(2 * SETTLED_MS);
      await shiftsOf(page);
      await take('', []);
      release();
      await settle(page);
      await take('-then', [...problems, ...(await shiftsOf(page))]);
    } else {
      await settle(page);
      await take('', [...problems, ...(await faultsOf(page))]);
    }
  } catch (error) {
    await take('', [`no picture: ${String(error).split('\n')[0]}`]);
  }
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
  return pictures;
};

const server = options.demo === undefined ? await startServer({ REDOUBT_DEMO_HISTORY: 'true' }) : undefined;
const demo = server?.demo ?? (JSON.parse(await readFile(options.demo ?? '', 'utf8')) as Demo);
const event = { environmentId: demo.environmentId, id: `gallery-${Date.now()}` };
const merchant = new Merchant(demo);
await merchant.purchase({ ...purchaseToReview('nora', 0), purchaseId: event.id });
await mkdir(options.out, { recursive: true });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
const shownCase = await demonstrationCase(merchant);
const wanted = [...places(event, shownCase), ...STATES].filter(
  ({ name }) => options.only === undefined || new RegExp(options.only).test(name),
);
const pictures: Picture[] = [];
const failures: string[] = [];
for (const look of LOOKS.filter(({ name }) => options.look?.includes(name) ?? true)) {
  console.log(look.name);
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme,
    locale: look.language,
    reducedMotion: 'reduce',
  });
  await signIn(context, demo, look);
  for (const place of wanted) {
    try {
      pictures.push(...(await takePictures(context, demo, look, place)));
    } catch (error) {
      // One page that does not load on a busy machine does not cost the pictures of the others.
      failures.push(`${look.name}, ${place.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await context.close();
}
const index = join(options.out, 'index.html');
await writeFile(index, galleryPage(pictures));
console.log(`${pictures.length} pictures: ${index}`);
for (const failure of failures) console.error(`No picture: ${failure}`);
if (failures.length > 0) process.exitCode = 1;
await browser.close();
await server?.stop();
