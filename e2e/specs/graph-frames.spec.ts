import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '../support/test.ts';
import { graphAnswer } from '../support/graph-answer.ts';

/**
 * Pans and zooms pictures of the graph explorer, as fast as frames are drawn. The suite takes a small one;
 * `REDOUBT_GRAPH_FRAMES=500,1000,5000` takes those numbers of values and adds a line for each to
 * `bench/results/graph-explorer.md`. What is measured is printed and never asserted; that pictures move is.
 */
const MEASURED = process.env.REDOUBT_GRAPH_FRAMES;
const SIZES = (MEASURED ?? '300').split(',').map(Number);
const FRAMES = MEASURED === undefined ? 20 : 120;
const RESULTS = fileURLToPath(new URL('../../bench/results/graph-explorer.md', import.meta.url));

type Frames = { readonly medianMs: number; readonly p95Ms: number; readonly longestMs: number };

/** Sends an input event in every frame; gives how long frames took. */
const framesOf = async (page: Page, move: 'pan' | 'zoom', frames: number): Promise<Frames> => {
  const times = await page.evaluate<number[]>(`new Promise((resolve) => {
    const mouse = document.querySelector('.sigma-mouse');
    const box = mouse.getBoundingClientRect();
    const at = (dx, dy) => ({
      bubbles: true, cancelable: true, button: 0, buttons: 1, view: window,
      clientX: box.left + box.width / 2 + dx, clientY: box.top + box.height / 2 + dy,
    });
    const times = [];
    let before;
    let each = 0;
    const pan = () => mouse.dispatchEvent(new MouseEvent('mousemove', at(160 * Math.sin(each / 9), 90 * Math.cos(each / 7))));
    const zoom = () => mouse.dispatchEvent(new WheelEvent('wheel', { ...at(40, 20), deltaY: each % 40 < 20 ? -60 : 60 }));
    const step = (now) => {
      if (before !== undefined) times.push(now - before);
      before = now;
      each += 1;
      ${move}();
      if (times.length < ${frames}) return requestAnimationFrame(step);
      if ('${move}' === 'pan') mouse.dispatchEvent(new MouseEvent('mouseup', at(0, 0)));
      resolve(times);
    };
    if ('${move}' === 'pan') mouse.dispatchEvent(new MouseEvent('mousedown', at(0, 0)));
    requestAnimationFrame(step);
  })`);
  const sorted = times.toSorted((one, other) => one - other);
  const share = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { medianMs: share(0.5), p95Ms: share(0.95), longestMs: share(1) };
};

/** Milliseconds from the answer until the picture stands still, and the longest that the page did not answer meanwhile. */
const settling = (page: Page): Promise<{ readonly settledMs: number; readonly longestMs: number }> =>
  page.evaluate(`new Promise((resolve) => {
    const began = performance.now();
    let before = began;
    let longest = 0;
    const step = (now) => {
      longest = Math.max(longest, now - before);
      before = now;
      const picture = document.querySelector('[data-settled]');
      if (picture === null) return requestAnimationFrame(step);
      resolve({ settledMs: now - began, longestMs: longest });
    };
    requestAnimationFrame(step);
  })`);

const HEAD = `# Frames of the graph explorer

How: \`REDOUBT_GRAPH_FRAMES=500,1000,5000 playwright test specs/graph-frames.spec.ts\` in \`e2e/\`, after a build. The real console in
Chromium at 1440×900 without a graphics card (SwiftShader draws); the answer of the search comes from the test. 120 frames
each of a pan by the mouse and of a zoom by its wheel, with an input event in every frame. Settling is the time from the answer to the last
place of the layout; its longest frame is how long the page did not answer meanwhile.

| Run | Machine, load | Values / links | Settled after | Longest frame meanwhile | Pan, median / p95 / longest | Zoom, median / p95 / longest |
|---|---|---|---|---|---|---|
`;

const keep = async (line: readonly string[]): Promise<void> => {
  const known = await readFile(RESULTS, 'utf8').catch(() => '');
  if (known === '') await writeFile(RESULTS, HEAD);
  await appendFile(RESULTS, `| ${line.join(' | ')} |\n`);
};

const whole = (value: number): string => value.toFixed(0);
const described = ({ medianMs, p95Ms, longestMs }: Frames): string =>
  `${whole(medianMs)} / ${whole(p95Ms)} / ${whole(longestMs)} ms`;

for (const size of SIZES) {
  test(`a picture of ${size} values moves with the hand`, async ({ openAs, demo }) => {
    test.setTimeout(300_000);
    const page = await openAs('fraudEngineer', '/');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const answer = graphAnswer(demo.environmentId, size, Date.UTC(2026, 2, 14));
    await page.route('**/search/graph', (route) => route.fulfill({ json: answer }));
    await page.goto(`${demo.origin}/data/explorer?kind=userId&value=user-0&limit=${size > 500 ? 5000 : 500}`);
    const picture = page.getByRole('img', { name: /^Values as circles/ });
    await expect(picture).toBeVisible({ timeout: 60_000 });
    const settled = await settling(page);
    const still = await picture.screenshot();
    const pan = await framesOf(page, 'pan', FRAMES);
    expect((await picture.screenshot()).equals(still)).toBe(false);
    const zoom = await framesOf(page, 'zoom', FRAMES);
    const links = answer.events.reduce((sum, event) => sum + event.nodes.length - 1, 0);
    const figures = { size, links, settled, pan, zoom };
    test.info().annotations.push({ type: 'measured', description: JSON.stringify(figures) });
    if (MEASURED === undefined) return;
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    await keep([
      new Date().toISOString().slice(0, 10),
      `${cpus().length} × ${cpus()[0]?.model ?? ''}, ${(loadavg()[0] ?? 0).toFixed(1)}`,
      `${answer.nodes.length.toLocaleString('en-US')} / ${links.toLocaleString('en-US')}`,
      `${(settled.settledMs / 1000).toFixed(1)} s`,
      `${whole(settled.longestMs)} ms`,
      described(pan),
      described(zoom),
    ]);
  });
}
