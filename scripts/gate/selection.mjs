import { hashOf, hashOfAll, inputsOf } from './sources.mjs';

/** @typedef {import('./sources.mjs').Sources} Sources */

/** Files that can change the outcome of every check: configurations, manifests, the gate itself, ambient types. */
const EVERYWHERE =
  /(^|\/)package\.json$|(^|\/)tsconfig[^/]*\.json$|^package-lock\.json$|^\.(oxlintrc|oxfmtrc)\.json$|^knip\.json$|^vitest\.config\.ts$|^\.npmrc$|^lint\/|^scripts\/(check\.mjs$|gate\/)|\.d\.ts$|\/(global-setup|setup)\.ts$/;
const VARIABLES = /^(TZ|LANG|LC_\w+|NODE_OPTIONS|FQL_\w+|REDOUBT_\w+)$/;

/** @param {string} path */
export const concernsEverything = (path) => EVERYWHERE.test(path);

/**
 * What stands behind every green result besides the files it depends on.
 * @param {Sources} sources
 * @param {{ versions: Readonly<Record<string, string>>, variables: Readonly<Record<string, string | undefined>> }} tools
 *   `versions` as installed, not as written in a manifest
 */
export const environmentKey = (sources, { versions, variables }) =>
  hashOf(
    JSON.stringify([
      hashOfAll(sources, [...sources.keys()].filter(concernsEverything)),
      Object.entries(versions).toSorted(),
      Object.entries(variables)
        .filter(([name]) => VARIABLES.test(name))
        .toSorted(),
    ]),
  );

/**
 * Picks what a check has to look at: what the change can affect and is not known to be green with exactly this content.
 * @param {object} input
 * @param {Sources} input.sources
 * @param {string} input.step
 * @param {readonly string[]} input.items paths
 * @param {boolean} input.seesAll whether the items run: they depend on the contents of what they import and can read other
 *   files; what does not run depends on the shapes of what it imports
 * @param {ReadonlySet<string> | undefined} input.changed undefined: everything counts as changed
 * @param {ReadonlySet<string>} input.reshaped those of `changed` whose shape changed, too
 * @param {string} input.environment
 * @param {ReadonlySet<string>} input.green
 * @returns {{ affected: number, due: ReadonlyMap<string, string> }} `due`: path → key to keep once it is green
 */
export const select = ({ sources, step, items, seesAll, changed, reshaped, environment, green }) => {
  const all = changed === undefined || [...changed].some(concernsEverything);
  const due = new Map();
  let affected = 0;
  for (const path of items) {
    const inputs = inputsOf(sources, path, { seesAll });
    const isWide = inputs.size === sources.size;
    const touches = () =>
      isWide
        ? changed.size > 0
        : changed.has(path) || [...(seesAll ? changed : reshaped)].some((each) => inputs.has(each));
    if (!all && !touches()) continue;
    affected += 1;
    const content = hashOfAll(sources, inputs, (each) => (seesAll || each === path ? 'hash' : 'shape'));
    const key = hashOf(`${step}\n${environment}\n${path}\n${content}`);
    if (!green.has(key)) due.set(path, key);
  }
  return { affected, due };
};
