// `npm run check`: the one gate. Format, lint, types, unused code, import table and unit tests, as far as the change
// since the main branch reaches and has not been green before. `-- --all` checks everything and trusts no cache.
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './bootstrap/install.mjs';
import { at, PINNED_NODE, ROOT } from './bootstrap/paths.mjs';
import { Problem, runMain } from './bootstrap/problem.mjs';
import { runCommand, stopChildrenOnSignals } from './bootstrap/processes.mjs';
import { chosenStep } from './gate/chosen-step.mjs';
import { loadDeclarations } from './gate/declarations.mjs';
import { baseOf, changedSince, filesOfTree } from './gate/git.mjs';
import { readGreen } from './gate/green.mjs';
import { pruneFolders } from './gate/prune.mjs';
import { reshapedSince } from './gate/reshaped.mjs';
import { environmentKey } from './gate/selection.mjs';
import { readSources } from './gate/sources.mjs';

const CACHE = at('node_modules', '.cache', 'redoubt-check');
const GREEN = join(CACHE, 'green.json');
/** Programs of the fuzz tests, in 100,000ths of the full number, which runs with `--all` and in `npm test`. */
const SHORT_FUZZ = '2000';
const LINTED = /\.(ts|tsx|js|mjs)$/;
const UNIT_TEST = /^(?:packages\/[^/]+\/src|apps\/[^/]+\/src|bench\/src|scripts|lint)\/.*(?<!\.db|\.long)\.test\.ts$/;

const tool = (...path) => at('node_modules', ...path);
const OXLINT = [tool('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'];
const VITEST = [tool('vitest', 'vitest.mjs'), 'run', '--reporter=dot'];

const installedVersions = async () => {
  const versions = { node: (await runCommand(PINNED_NODE, ['--version'])).output.trim(), platform: process.platform };
  for (const name of ['typescript', 'oxlint', 'oxlint-tsgolint', 'vitest', 'knip', 'oxfmt']) {
    versions[name] = JSON.parse(await readFile(tool(name, 'package.json'), 'utf8')).version;
  }
  return versions;
};

const readTree = async (versions, declarationOf) => {
  const paths = await filesOfTree();
  if (paths === undefined) return undefined;
  const sources = readSources(ROOT, paths, declarationOf);
  return { sources, environment: environmentKey(sources, { versions, variables: process.env }) };
};

const node = (args, env) => runCommand(PINNED_NODE, args, { env });

const wholeSteps = (env, withTests) => [
  ...(withTests
    ? [{ title: 'unit tests', run: () => node([...VITEST, '--project', 'unit', '--project', 'long'], env) }]
    : []),
  { title: 'lint', run: () => node(OXLINT, env) },
];

const changeSteps = (env, withTests, state) => {
  const lint = {
    title: 'lint',
    step: 'lint',
    seesAll: false,
    isItem: (path) => LINTED.test(path),
    run: (paths) => node([...OXLINT, ...paths], env),
  };
  const tests = {
    title: 'unit tests',
    step: 'unit',
    seesAll: true,
    isItem: (path) => UNIT_TEST.test(path),
    run: (paths) => node([...VITEST, '--project', 'unit', ...paths], { ...env, FQL_FUZZ: SHORT_FUZZ }),
  };
  return [...(withTests ? [tests] : []), lint].map((each) => chosenStep(each, state));
};

/** The compiler keeps a cache by content of its own; other versions, options or packages get another file. */
const typeStep = (name, environment, env) => ({
  title: `types (${name})`,
  run: () => {
    const cache =
      environment === undefined
        ? ['--incremental', 'false', '--tsBuildInfoFile', 'null']
        : ['--tsBuildInfoFile', join(CACHE, environment.slice(0, 16), `${name}.tsbuildinfo`)];
    return node([tool('typescript', 'bin', 'tsc'), '-p', `tsconfig.${name}.json`, ...cache], env);
  },
});

/** Runs the steps, two at a time. @returns {Promise<string[]>} titles of those that failed */
const runSteps = async (steps) => {
  const waiting = [...steps];
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const startMs = Date.now();
      const { code, output } = await step.run();
      const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${step.title} (${seconds} s)\n`);
      if (code !== 0) {
        failed.push(step.title);
        process.stdout.write(`${output.trimEnd()}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, cpus().length) }, work));
  return failed;
};

const OPTIONS = {
  all: { type: 'boolean', default: false },
  'without-tests': { type: 'boolean', default: false },
  since: { type: 'string' },
};

const readOptions = () => {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new Problem(`${error.message}\nUse --all, --without-tests or --since <commit>.`);
  }
};

/** What the change is, or undefined where everything has to be checked. */
const stateOfChange = async ({ all, since }) => {
  if (all) return undefined;
  const versions = await installedVersions();
  const declarationOf = await loadDeclarations();
  const readNow = () => readTree(versions, declarationOf);
  const tree = await readNow();
  const base = await baseOf(since);
  if (base === undefined && since !== undefined) throw new Problem(`There is no commit ${since}.`);
  const changed = base === undefined ? undefined : await changedSince(base);
  if (tree === undefined || changed === undefined) return undefined;
  process.stdout.write(`${changed.size} files differ from ${base.slice(0, 8)}; --all checks everything.\n`);
  const reshaped = await reshapedSince({ base, changed, sources: tree.sources, declarationOf });
  return { tree, changed, reshaped, green: await readGreen(GREEN), greenFile: GREEN, readTree: readNow };
};

await runMain(async () => {
  stopChildrenOnSignals();
  const options = readOptions();
  await ensureInstalled();
  // Tools that start Node themselves get the pinned one, too.
  const env = { PATH: `${dirname(PINNED_NODE)}${delimiter}${process.env.PATH ?? ''}` };
  const state = await stateOfChange(options);
  const withTests = !options['without-tests'];
  const steps = [
    ...(state === undefined ? wholeSteps(env, withTests) : changeSteps(env, withTests, state)),
    { title: 'unused code', run: () => node([tool('knip', 'bin', 'knip.js')], env) },
    typeStep('node', state?.tree.environment, env),
    typeStep('web', state?.tree.environment, env),
    { title: 'format', run: () => node([tool('oxfmt', 'bin', 'oxfmt'), '--check'], env) },
  ];
  const failed = await runSteps(steps);
  await pruneFolders(CACHE);
  if (failed.length === 0) process.stdout.write('All checks passed.\n');
  else process.stdout.write(`Checks: ${steps.length - failed.length} passed, ${failed.length} failed\n`);
  return failed.length === 0 ? 0 : 1;
});
