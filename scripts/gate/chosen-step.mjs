import { addGreen } from './green.mjs';
import { select } from './selection.mjs';

/** @typedef {{ readonly sources: import('./sources.mjs').Sources, readonly environment: string }} Tree */

/**
 * A step that looks only at what is due, and keeps as green what stayed the same while it ran.
 * @param {object} definition
 * @param {string} definition.title
 * @param {string} definition.step
 * @param {boolean} definition.seesAll
 * @param {(path: string) => boolean} definition.isItem
 * @param {(paths: readonly string[]) => Promise<{ code: number, output: string }>} definition.run
 * @param {object} state
 * @param {Tree} state.tree
 * @param {ReadonlySet<string>} state.changed
 * @param {ReadonlySet<string>} state.reshaped those of `changed` whose shape changed, too
 * @param {ReadonlySet<string>} state.green
 * @param {string} state.greenFile
 * @param {() => Promise<Tree>} state.readTree reads the tree again
 */
export const chosenStep = (
  { title, step, seesAll, isItem, run },
  { tree, changed, reshaped, green, greenFile, readTree },
) => {
  const choose = ({ sources, environment }, known) => {
    const items = [...sources.keys()].filter(isItem);
    return { items, ...select({ sources, step, items, seesAll, changed, reshaped, environment, green: known }) };
  };
  const { items, affected, due } = choose(tree, green);
  const known = affected > due.size ? `, ${affected - due.size} known to be green` : '';
  return {
    title: `${title}, ${due.size} of ${items.length} files${known}`,
    run: async () => {
      if (due.size === 0) return { code: 0, output: '' };
      const result = await run([...due.keys()]);
      if (result.code !== 0) return result;
      const after = choose(await readTree(), new Set()).due;
      const unchanged = [...due].filter(([path, key]) => after.get(path) === key);
      await addGreen(
        greenFile,
        unchanged.map(([, key]) => key),
      );
      return result;
    },
  };
};
