import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @typedef {{ file: string, imports?: readonly string[], isDynamicEntry?: boolean }} Chunk
 * @typedef {{ startKb: number, pageKb: number, pages: Readonly<Record<string, number>> }} Budget
 *   `startKb`: scripts before the first page; `pageKb`: what any page adds to them, `pages`: those that may add more
 */

const START = 'index.html';
const PAGE = /(?:^|\/)src\/(features\/[\w-]+\/\w+Page\.tsx)$/;
const KB = 1000;

/**
 * What the build loads beyond the budget, one sentence each; empty where all is well.
 * @param {Readonly<Record<string, Chunk>>} manifest of Vite
 * @param {(file: string) => number} bytesOf as it is sent
 * @param {Budget} budget
 * @returns {string[]}
 */
export const overBudget = (manifest, bytesOf, { startKb, pageKb, pages }) => {
  const gather = (key, found = new Set()) => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const each of chunk.imports ?? []) gather(each, found);
    return found;
  };
  const kbOf = (files) => files.reduce((sum, file) => sum + bytesOf(file), 0) / KB;
  const start = gather(START);
  const tooLarge = (what, kb, allowed) =>
    kb > allowed ? [`${what} loads ${kb.toFixed(0)} kB of scripts; ${allowed} kB are allowed.`] : [];
  const startProblems = tooLarge('The start', kbOf([...start]), startKb);
  const names = Object.keys(manifest).flatMap((key) => PAGE.exec(key)?.[1] ?? []);
  const pageProblems = Object.keys(manifest).flatMap((key) => {
    const page = PAGE.exec(key)?.[1];
    if (page === undefined) return [];
    const added = [...gather(key)].filter((file) => !start.has(file));
    return tooLarge(`${page}, beside the start,`, kbOf(added), pages[page] ?? pageKb);
  });
  const gone = Object.keys(pages).filter((page) => !names.includes(page));
  return [...startProblems, ...pageProblems, ...gone.map((page) => `${page} has a budget and is no page any more.`)];
};

/**
 * Compares a build with `apps/console/size-budget.json`.
 * @param {string} directory of the console's source
 * @returns {Promise<string[]>}
 */
export const checkBudget = async (directory) => {
  const build = join(directory, 'dist');
  const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
  const bytesOf = (file) => {
    const compressed = join(build, `${file}.br`);
    return statSync(existsSync(compressed) ? compressed : join(build, file)).size;
  };
  return overBudget(await read(join(build, 'manifest.json')), bytesOf, await read(join(directory, 'size-budget.json')));
};
