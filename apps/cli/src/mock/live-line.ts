import type { Clock } from '@redoubt/kernel';
import type { Terminal } from '../terminal/terminal.ts';

/** One line that says how things go: rewritten once a second on a screen, printed every ten seconds elsewhere. */
export type LiveLine = {
  readonly update: (text: () => string) => void;
  readonly finish: (text: string) => void;
};

const REWRITE_EVERY_MS = 1000;
const PRINT_EVERY_MS = 10_000;
/** Width of a screen that does not tell its own. */
const USUAL_COLUMNS = 80;

export const createLiveLine = (terminal: Terminal, clock: Clock): LiveLine => {
  const { screen } = terminal;
  const everyMs = screen === null ? PRINT_EVERY_MS : REWRITE_EVERY_MS;
  let shownMs = clock.now();
  const rewrite = (text: string): void => {
    screen?.cursorTo(0);
    screen?.write(text.slice(0, (screen.columns || USUAL_COLUMNS) - 1));
    screen?.clearLine(1);
  };
  return {
    update: (text) => {
      if (clock.now() - shownMs < everyMs) return;
      shownMs = clock.now();
      if (screen === null) terminal.error(text());
      else rewrite(text());
    },
    finish: (text) => {
      if (screen !== null) {
        rewrite('');
        screen.cursorTo(0);
      }
      terminal.print(text);
    },
  };
};
