import { say } from './say.mjs';

/** Something the person at the keyboard can act on; shown as one sentence, without a stack. */
export class Problem extends Error {}

/**
 * Runs a command's main function; a `Problem` becomes one sentence and exit code 1.
 * @param {() => Promise<number | void>} main
 */
export const runMain = async (main) => {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    say(error instanceof Problem ? error.message : String(error?.stack ?? error), 'fatal');
    process.exitCode = 1;
  }
};
