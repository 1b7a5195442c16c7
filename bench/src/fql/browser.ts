import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { median } from '../measure/median.ts';

export type BrowserFigures = {
  readonly browser: string;
  readonly lines: number;
  readonly characters: number;
  /** Parse and check in a page just opened, and once it is warm: as after each key in the editor. */
  readonly firstMs: number;
  readonly warmMs: number;
};

const LINES = 500;
const REPEATS = 60;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** A clause of five hundred full lines, as analysts grow them: one long condition over many attributes. */
const longClause = (): string => {
  const lines = Array.from({ length: LINES - 2 }, (_, index) => {
    const shapes = [
      `(@"user.email".EndsWith("@mail${index}.example") and @"totalAmount" > ${index * 3})`,
      `DaysSince(@"user.creationDate") < ${index} // young accounts, as agreed`,
      `(In(@"user.country", "A${index}, B${index}, C${index}") and not @"user.isEmailValidated")`,
      `(@"totalAmount" - @"shippingCost") * 1.25 > ${1000 + index}`,
    ];
    return `${index === 0 ? 'WHEN' : '  or'} ${shapes[index % shapes.length] ?? ''}`;
  });
  return ['LET $unused = 1', 'RETURN Reject("LONG")', ...lines].join('\n');
};

const bundle = async (): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('browser.entry.ts', import.meta.url)), formats: ['iife'], name: 'bench' },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The bundle for the browser is empty.');
  return chunk.code;
};

/** Parse and check of a clause of 500 lines in Chromium. */
export const measureInBrowser = async (): Promise<BrowserFigures> => {
  const code = longClause();
  const browser = await chromium.launch({
    executablePath: process.env['REDOUBT_CHROMIUM'] ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundle() });
    const times = await page.evaluate(
      ({ text, repeats }) =>
        (globalThis as unknown as { timesOf: (code: string, repeats: number) => number[] }).timesOf(text, repeats),
      { text: code, repeats: REPEATS },
    );
    return {
      browser: `Chromium ${browser.version()}`,
      lines: LINES,
      characters: code.length,
      firstMs: times[0] ?? 0,
      warmMs: median(times.slice(REPEATS / 2)),
    };
  } finally {
    await browser.close();
  }
};
