import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { CHROMIUM, CHROMIUM_FLAGS } from '../support/chromium.ts';
import type { Demo } from '../support/server.ts';
import { chooseAccount, PEOPLE } from '../support/test.ts';

/**
 * `npm run first-screen -- --demo <REDOUBT_DATA>/demo.json`: how long the dashboard takes until its tiles have numbers, against a
 * server that runs (`npm start`), from the start of the navigation on.
 */
const { values: options } = parseArgs({
  options: { demo: { type: 'string' }, runs: { type: 'string', default: '15' } },
});
if (options.demo === undefined) throw new Error('--demo names the file demo.json in the data directory of the server');
const demo = JSON.parse(await readFile(options.demo, 'utf8')) as Demo;
const runs = Number(options.runs);

type Start = {
  /** Milliseconds until tiles have numbers. */
  readonly tilesMs: number;
  /** Milliseconds until something is painted. */
  readonly paintMs: number;
  /** Scripts that had come by then, compressed. */
  readonly scriptKb: number;
  readonly scripts: number;
};

/**
 * Run in the page, by the protocol: the content security policy lets no page evaluate text itself, as `waitForFunction` does
 * at each look.
 */
const START = `new Promise((resolve) => {
  const look = () => {
    if (![...document.querySelectorAll('main dl dd b')].some((number) => /\\d/.test(number.textContent)))
      return requestAnimationFrame(look);
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    resolve({
      tilesMs: performance.now(),
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      scriptKb: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
      scripts: scripts.length,
    });
  };
  look();
})`;

const startOf = async (page: Page): Promise<Start> => page.evaluate<Start>(START);

const address = `${demo.origin}/?env=${demo.environmentId}&mkt=en-US`;

const emptyCache = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
};

/** The console in a tab that was signed in before it was closed or reloaded. */
const open = async (page: Page, isCold: boolean): Promise<Start> => {
  await page.goto('about:blank');
  if (isCold) await emptyCache(page);
  await page.goto(address, { waitUntil: 'commit' });
  return startOf(page);
};

const inNewTab = async (context: BrowserContext, isCold: boolean): Promise<Start> => {
  const page = await context.newPage();
  const start = await open(page, isCold);
  await page.close();
  return start;
};

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
const page = await context.newPage();
await page.goto(address);
await chooseAccount(page, PEOPLE.fraudEngineer, demo.signInCode);
await page.locator('main dl dd b').first().waitFor();
await startOf(page);

const CASES: readonly (readonly [string, () => Promise<Start>])[] = [
  ['the same tab, nothing cached', () => open(page, true)],
  ['the same tab, cached', () => open(page, false)],
  ['a new tab, nothing cached', () => inNewTab(context, true)],
  ['a new tab, cached', () => inNewTab(context, false)],
];
console.log(`load ${loadavg()[0]?.toFixed(1)}, ${runs} runs; median, least and most`);
console.log('| | tiles, ms | first paint, ms | scripts, kB | scripts |\n|---|---|---|---|---|');
for (const [name, start] of CASES) {
  await start();
  const starts: Start[] = [];
  for (let run = 0; run < runs; run += 1) starts.push(await start());
  const times = starts.map(({ tilesMs }) => tilesMs);
  const range = `${middle(times).toFixed(0)} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`;
  const of = (read: (start: Start) => number): string => middle(starts.map(read)).toFixed(0);
  console.log(
    `| ${name} | ${range} | ${of((each) => each.paintMs)} | ${of((each) => each.scriptKb)} | ${of((each) => each.scripts)} |`,
  );
}
await browser.close();
