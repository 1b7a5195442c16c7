import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from './paths.mjs';

/**
 * @typedef {{ file: string, imports?: readonly string[], isDynamicEntry?: boolean }} Chunk
 * @typedef {{ startKb: number, pageKb: number, pages: Readonly<Record<string, number>> }} Budget
 *   `startKb`: scripts before the first page; `pages`: what each page adds to them; `pageKb`: what a new page may add
 */

const START = 'index.html';
const PAGE = /(?:^|\/)src\/(features\/[\w-]+\/\w+Page\.tsx)$/;
const KB = 1000;

/** Where the allowed sizes are. */
export const BUDGET = at('apps', 'console', 'size-budget.json');

/** The scripts that an entry or a page needs before it runs. */
const scriptsOf = (manifest, key) => {
  const found = new Set();
  const gather = (each) => {
    const chunk = manifest[each];
    if (chunk === undefined || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) gather(imported);
  };
  gather(key);
  return [...found];
};

/**
 * The scripts of the start, and those that each page needs beside it, by the file of the page.
 * @param {Readonly<Record<string, Chunk>>} manifest of Vite
 * @returns {{ start: string[], pages: Map<string, string[]> }}
 */
export const measure = (manifest) => {
  const start = scriptsOf(manifest, START);
  const pages = Object.keys(manifest).flatMap((key) => {
    const page = PAGE.exec(key)?.[1];
    return page === undefined ? [] : [[page, scriptsOf(manifest, key).filter((file) => !start.includes(file))]];
  });
  return { start, pages: new Map(pages.sort(([one], [other]) => (one < other ? -1 : 1))) };
};

/**
 * Size of a file of a build as it is sent.
 * @param {string} build
 * @param {string} file
 */
export const bytesSent = (build, file) => {
  const compressed = join(build, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : join(build, file)).size;
};

/**
 * What the build loads beyond the budget, one sentence each; empty where all is well.
 * @param {Readonly<Record<string, Chunk>>} manifest of Vite
 * @param {(file: string) => number} bytesOf as it is sent
 * @param {Budget} budget
 * @returns {string[]}
 */
export const overBudget = (manifest, bytesOf, { startKb, pageKb, pages }) => {
  const measured = measure(manifest);
  const problemOf = (what, files, allowed) => {
    const kb = files.reduce((sum, file) => sum + bytesOf(file), 0) / KB;
    return kb > allowed ? [`${what} loads ${kb.toFixed(0)} kB of scripts; ${allowed} kB are allowed.`] : [];
  };
  const ofPages = [...measured.pages].flatMap(([page, files]) =>
    problemOf(`${page}, beside the start,`, files, pages[page] ?? pageKb),
  );
  const gone = Object.keys(pages).filter((page) => !measured.pages.has(page));
  return [
    ...(measured.start.length === 0 ? ['The build has no start to measure.'] : []),
    ...problemOf('The start', measured.start, startKb),
    ...ofPages,
    ...gone.map((page) => `${page} has a budget and is no page any more.`),
  ];
};

/**
 * Compares a build with `apps/console/size-budget.json`.
 * @param {string} directory of the console's source
 * @returns {Promise<string[]>}
 */
export const checkBudget = async (directory) => {
  const build = join(directory, 'dist');
  const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
  const bytesOf = (file) => bytesSent(build, file);
  return overBudget(await read(join(build, 'manifest.json')), bytesOf, await read(BUDGET));
};
