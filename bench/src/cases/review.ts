import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathTo } from '../child.ts';
import type { Machine } from '../measure/machine.ts';
import { appendToSection } from '../measure/result-table.ts';
import { percentile } from './percentile.ts';
import { CASES_FILE } from './results-file.ts';

const CASES = 50;

type How = {
  readonly nextMs: readonly number[];
  readonly keys: readonly number[];
  readonly clicks: readonly number[];
  readonly pointerPx: readonly number[];
};
export type ReviewFigures = { readonly cases: number; readonly byKeys: How; readonly byMouse: How };

/** The browser journey of an analyst over 50 cases by keyboard and 50 by mouse, against a server of its own. */
export const measureReview = async (): Promise<ReviewFigures> => {
  const directory = await mkdtemp(join(tmpdir(), 'redoubt-review-'));
  try {
    const figures = join(directory, 'figures.json');
    const playwright = pathTo('../../node_modules/@playwright/test/cli.js');
    const config = pathTo('../../e2e/playwright.config.ts');
    const journey = spawn(
      process.execPath,
      [playwright, 'test', '--config', config, 'case-review.spec.ts', '--workers=1'],
      {
        env: { ...process.env, REDOUBT_REVIEW_CASES: String(CASES), REDOUBT_REVIEW_FIGURES: figures },
        stdio: 'inherit',
      },
    );
    const [code] = (await once(journey, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`the journey ended with ${code}`);
    return JSON.parse(await readFile(figures, 'utf8')) as ReviewFigures;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const SECTION = {
  ...CASES_FILE,
  heading: 'One case after the other',
  head: `Two lines per run of \`npm run bench -- review\`: an analyst rejects ${CASES} cases of a queue with a reason by the keyboard
alone, then ${CASES} by the mouse, in Chromium without a graphics card at 1440×900, against a server on the same machine. Keys,
clicks and the way of the pointer are medians of a case; \`Ctrl\` would count as a key. The time runs from the key or click
that decides to the first frame that shows the next case with its facts and lets it be decided. Goal: three keys, under
150 ms on a machine that does nothing else.

| Run | Machine | How | Keys | Clicks | Pointer | Next case p50 | p95 | Load |
|---|---|---|---|---|---|---|---|---|
`,
} as const;

/** Adds the lines of a run to the table of all runs; gives them. */
export const saveReview = (
  directory: string,
  startedAt: string,
  machine: Machine,
  { byKeys, byMouse }: ReviewFigures,
): Promise<string> => {
  const row = (how: string, { nextMs, keys, clicks, pointerPx }: How): readonly string[] => [
    `${startedAt.slice(0, 10)}-${machine.commit}`,
    `${machine.cores} × ${machine.cpu}`,
    how,
    String(percentile(keys, 0.5)),
    String(percentile(clicks, 0.5)),
    `${percentile(pointerPx, 0.5).toFixed(0)} px`,
    `${percentile(nextMs, 0.5).toFixed(0)} ms`,
    `${percentile(nextMs, 0.95).toFixed(0)} ms`,
    (loadavg()[0] ?? 0).toFixed(1),
  ];
  return appendToSection(directory, SECTION, [row('keyboard', byKeys), row('mouse', byMouse)]);
};
