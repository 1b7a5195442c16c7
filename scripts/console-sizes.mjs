// `npm run console:sizes [-- <page> …]`: what the scripts of the built console are made of, compressed, by package or folder
// and by module. Without a page: the start. A page is a file of `features`, such as `features/rules/RulesPage.tsx`.
// `-- --write` writes what is measured into `apps/console/size-budget.json`, with a little room.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUDGET, bytesSent, measure } from './bootstrap/console-budget.mjs';
import { at } from './bootstrap/paths.mjs';

const BUILD = at('apps', 'console', 'dist');
const SHOWN_MODULES = 60;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The numbers of one segment of a source map, base 64 with five bits a digit and the sign in the lowest bit.
 * @param {string} segment
 */
const numbersIn = (segment) => {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) * 2 ** shift;
    shift += 5;
    if ((bits & 32) !== 0) continue;
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2);
    [value, shift] = [0, 0];
  }
  return numbers;
};

/**
 * Characters of a script by the module they come from.
 * @param {string} file below the build
 * @returns {Map<string, number>}
 */
const modulesOf = (file) => {
  const lines = readFileSync(join(BUILD, file), 'utf8').split('\n');
  if (!existsSync(join(BUILD, `${file}.map`))) return new Map([[`(bundler) ${file}`, 1]]);
  const { sources, mappings } = JSON.parse(readFileSync(join(BUILD, `${file}.map`), 'utf8'));
  const found = new Map();
  let source = 0;
  for (const [line, segments] of mappings.split(';').entries()) {
    let [column, from, owner] = [0, 0, null];
    const close = (to) => {
      if (owner !== null) found.set(owner, (found.get(owner) ?? 0) + to - from);
    };
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [columns, sources_] = numbersIn(segment);
      column += columns ?? 0;
      source += sources_ ?? 0;
      const next = sources_ === undefined ? null : sources[source];
      if (next === owner) continue;
      close(column);
      [from, owner] = [column, next];
    }
    close(lines[line]?.length ?? 0);
  }
  return found;
};

/** @param {string} module */
const nameOf = (module) => module.replace(/^(?:\.\.\/)+/, '').replace(/^src\//, 'apps/console/src/');

/** @param {string} module */
const groupOf = (module) =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ??
  /^(?:apps\/console\/src\/[^/]+(?:\/[^/]+(?=\/))?|packages\/[^/]+\/[^/]+)/.exec(module)?.[0] ??
  module;

/**
 * @param {string} title
 * @param {readonly string[]} files
 */
const print = (title, files) => {
  const modules = new Map();
  for (const file of files) {
    const parts = modulesOf(file);
    const characters = [...parts.values()].reduce((sum, each) => sum + each, 0);
    const sent = bytesSent(BUILD, file);
    for (const [module, part] of parts)
      modules.set(nameOf(module), (modules.get(nameOf(module)) ?? 0) + (part / characters) * sent);
  }
  const groups = new Map();
  for (const [module, bytes] of modules) groups.set(groupOf(module), (groups.get(groupOf(module)) ?? 0) + bytes);
  const total = files.reduce((sum, file) => sum + bytesSent(BUILD, file), 0);
  const rows = (map) => [...map].sort(([, one], [, other]) => other - one);
  const row = ([name, bytes]) => `${(bytes / 1000).toFixed(1).padStart(8)}  ${name}`;
  console.log(`${title}: ${(total / 1000).toFixed(1)} kB in ${files.length} files\n`);
  console.log(rows(groups).map(row).join('\n'));
  console.log(`\nThe largest modules\n\n${rows(modules).slice(0, SHOWN_MODULES).map(row).join('\n')}\n`);
};

const { start, pages } = measure(JSON.parse(readFileSync(join(BUILD, 'manifest.json'), 'utf8')));
/** @param {readonly string[]} files */
const kbOf = (files) => files.reduce((sum, file) => sum + bytesSent(BUILD, file), 0) / 1000;

/**
 * Room of a page: what a form or a panel more takes, and not what a library more takes.
 * @param {readonly string[]} files
 */
const withRoom = (files) => Math.ceil(kbOf(files) * 1.15 + 8);

const words = process.argv.slice(2);
if (words.includes('--write')) {
  const before = JSON.parse(readFileSync(BUDGET, 'utf8'));
  const kbOfPages = [...pages].map(([page, files]) => [page, withRoom(files)]);
  const budget = { ...before, startKb: Math.ceil(kbOf(start) * 1.05), pages: Object.fromEntries(kbOfPages) };
  writeFileSync(BUDGET, `${JSON.stringify(budget, null, 2)}\n`);
} else if (words.length === 0) print('The start', start);
else for (const page of words) print(`${page}, beside the start`, pages.get(page) ?? []);
