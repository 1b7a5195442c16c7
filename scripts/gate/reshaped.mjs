import { textAt } from './git.mjs';
import { shapeOf } from './sources.mjs';

/**
 * The changed files whose shape is another than in the commit, or that are new or gone.
 * @param {object} input
 * @param {string} input.base commit
 * @param {ReadonlySet<string>} input.changed paths
 * @param {import('./sources.mjs').Sources} input.sources
 * @param {import('./declarations.mjs').DeclarationOf} input.declarationOf
 * @param {typeof textAt} [input.before] reads a file of the commit
 * @returns {Promise<ReadonlySet<string>>}
 */
export const reshapedSince = async ({ base, changed, sources, declarationOf, before = textAt }) => {
  const reshaped = new Set();
  for (const path of changed) {
    const source = sources.get(path);
    const text = source === undefined || source.shape === source.hash ? undefined : await before(base, path);
    if (text === undefined || shapeOf(path, text, declarationOf) !== source?.shape) reshaped.add(path);
  }
  return reshaped;
};
