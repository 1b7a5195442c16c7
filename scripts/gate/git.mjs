import { runCommand } from '../bootstrap/processes.mjs';

/** @param {readonly string[]} args @returns {Promise<string | undefined>} undefined where git has no answer */
const git = async (...args) => {
  const { code, output } = await runCommand('git', args);
  return code === 0 ? output : undefined;
};

const linesOf = (output) => output.split('\0').filter((line) => line !== '');

/** Every file of the repository as it stands, new ones too; undefined outside a checkout. */
export const filesOfTree = async () => {
  const output = await git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  return output === undefined ? undefined : [...new Set(linesOf(output))];
};

/**
 * The commit that continuous integration has passed: where this branch left the main one, or on the main one itself the
 * commit before. Undefined where there is none, as in a shallow clone.
 * @param {string | undefined} since a revision to take instead
 */
export const baseOf = async (since) => {
  const revision = async (name) => (await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`))?.trim();
  if (since !== undefined) return revision(since);
  const head = await revision('HEAD');
  for (const main of ['origin/main', 'main', 'origin/master', 'master']) {
    const base = (await git('merge-base', 'HEAD', main))?.trim();
    if (base !== undefined && base !== '' && base !== head) return base;
  }
  return revision('HEAD~1');
};

/** The text of a file in a commit; undefined where it was not there. @param {string} commit @param {string} path */
export const textAt = (commit, path) => git('show', `${commit}:${path}`);

/** Paths that differ from the commit: changed, added, deleted, not yet tracked. @param {string} base */
export const changedSince = async (base) => {
  const [differing, untracked] = [
    await git('diff', '--name-only', '--no-renames', '-z', base, '--'),
    await git('ls-files', '-z', '--others', '--exclude-standard'),
  ];
  return differing === undefined || untracked === undefined
    ? undefined
    : new Set([...linesOf(differing), ...linesOf(untracked)]);
};
