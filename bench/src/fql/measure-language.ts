import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Machine, readMachine } from '../measure/machine.ts';
import { type BrowserFigures, measureInBrowser } from './browser.ts';
import { clauses } from './clauses.ts';
import { median } from '../measure/median.ts';
import { compareEngines, type Comparison } from './compare.ts';
import { compile, ruleOf } from './engines/redoubt.ts';

/** Goals of the language: how many times faster than two peers, and how long making rules ready may take. */
const GOALS = { zenRatio: 200, celRatio: 10, compileMs: 5, browserMs: 20 } as const;
const COMPILATIONS = 200;

export type LanguageReport = {
  readonly at: string;
  readonly machine: Machine;
  readonly comparison: Comparison;
  /** Fifty clauses from text to something that runs: the first time in a process, and the median once warm. */
  readonly compile: { readonly firstMs: number; readonly warmMs: number };
  readonly browser: BrowserFigures;
  /** Goals that this run did not reach, in words. */
  readonly misses: readonly string[];
};

const measureCompile = (): LanguageReport['compile'] => {
  const source = ruleOf(clauses());
  const times = Array.from({ length: COMPILATIONS }, () => {
    const startMs = performance.now();
    compile(source);
    return performance.now() - startMs;
  });
  return { firstMs: times[0] ?? 0, warmMs: median(times.slice(COMPILATIONS / 2)) };
};

const missesOf = (comparison: Comparison, compileMs: number, browserMs: number): readonly string[] => {
  const ratioTo = (name: string): number => comparison.engines.find((engine) => engine.name === name)?.ratio ?? 0;
  const [zen, cel] = [ratioTo('@gorules/zen-engine'), ratioTo('@marcbachmann/cel-js')];
  return [
    zen < GOALS.zenRatio ? `zen-engine takes ${zen.toFixed(0)} times as long, not ${GOALS.zenRatio}` : '',
    cel < GOALS.celRatio ? `CEL takes ${cel.toFixed(1)} times as long, not ${GOALS.celRatio}` : '',
    compileMs > GOALS.compileMs ? `compiling takes ${compileMs.toFixed(1)} ms, not ${GOALS.compileMs}` : '',
    browserMs > GOALS.browserMs
      ? `a check in the browser takes ${browserMs.toFixed(1)} ms, not ${GOALS.browserMs}`
      : '',
  ].filter((miss) => miss !== '');
};

const TABLE = 'fql.md';
const TABLE_HEAD = `# The rule language

One line per run of \`npm run bench -- fql\`: fifty clauses in five shapes over events of 4 KB, every engine with its own
dates, text functions and lists, all finding the same clauses; rounds taken in turns. In brackets how many times as long as
Redoubt. Goals: zen-engine ≥ 200, CEL ≥ 10, compile < 5 ms, 500 lines in the browser < 20 ms. Details, and what a run
missed, stand in its JSON file.

| Run | Machine | Redoubt | CEL | zen-engine | json-rules-engine | Compile, first / warm | 500 lines in Chromium, first / warm |
|---|---|---|---|---|---|---|---|
`;

const tableLine = (name: string, { machine, comparison, compile: compiled, browser }: LanguageReport): string => {
  const cells = comparison.engines.map(
    ({ us, ratio }) => `${us.toFixed(1)} µs${ratio === 1 ? '' : ` (${ratio.toFixed(1)})`}`,
  );
  const pair = (first: number, warm: number): string => `${first.toFixed(1)} / ${warm.toFixed(1)} ms`;
  return `| [${name}](${name}.json) | ${machine.cores} × ${machine.cpu} | ${cells.join(' | ')} | ${pair(compiled.firstMs, compiled.warmMs)} | ${pair(browser.firstMs, browser.warmMs)} |`;
};

const save = async (directory: string, report: LanguageReport): Promise<string> => {
  const name = `${report.at.slice(0, 10)}-${report.machine.commit}-fql`;
  const line = tableLine(name, report);
  const table = join(directory, TABLE);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  const before = await readFile(table, 'utf8').catch(() => '');
  if (before === '') await writeFile(table, TABLE_HEAD);
  await appendFile(table, `${line}\n`);
  return line;
};

/** Measures the language against its peers and its goals, keeps the run, and says what it missed. */
export const measureLanguage = async (directory: string, say: (text: string) => void): Promise<void> => {
  // First, while nothing is warm.
  const compiled = measureCompile();
  const comparison = await compareEngines();
  const browser = await measureInBrowser();
  const misses = missesOf(comparison, compiled.warmMs, browser.warmMs);
  const at = new Date().toISOString();
  const machine = await readMachine('');
  say(await save(directory, { at, machine, comparison, compile: compiled, browser, misses }));
  say(misses.length === 0 ? 'All goals are reached.' : `Missed: ${misses.join('; ')}.`);
};
