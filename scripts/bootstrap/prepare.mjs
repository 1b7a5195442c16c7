import { ensureConsoleBuilt } from './console-build.mjs';
import { ensureInstalled } from './install.mjs';
import { stopChildrenOnSignals } from './processes.mjs';

/**
 * Brings the checkout to where a program can run; Ctrl-C meanwhile leaves no half-done work running.
 * @param {{ console: boolean }} what `console` builds the console, too
 */
export const prepare = async ({ console: withConsole }) => {
  const undo = stopChildrenOnSignals();
  try {
    await ensureInstalled();
    if (withConsole) await ensureConsoleBuilt();
  } finally {
    undo();
  }
};
