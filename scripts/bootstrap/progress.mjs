import { say } from './say.mjs';

const TICK_MS = 100;
const PLAIN_REPORT_EVERY_S = 15;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * Shows that a step is under way and how long it takes: a moving line on a terminal, a line now and then elsewhere.
 * @template T
 * @param {string} title what is being done, such as "Installing packages"
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export const withProgress = async (title, step) => {
  const startMs = Date.now();
  const elapsedS = () => (Date.now() - startMs) / 1000;
  const isTerminal = process.stderr.isTTY === true;
  let frame = 0;
  let reportedS = 0;
  if (!isTerminal) say(`${title} …`);
  const timer = setInterval(() => {
    if (isTerminal) {
      process.stderr.write(`\r\u001B[2K${FRAMES[frame++ % FRAMES.length]} ${title} … ${elapsedS().toFixed(0)} s`);
    } else if (elapsedS() - reportedS >= PLAIN_REPORT_EVERY_S) {
      reportedS = elapsedS();
      say(`  still ${title.charAt(0).toLowerCase()}${title.slice(1)}, ${reportedS.toFixed(0)} s`);
    }
  }, TICK_MS);
  try {
    const result = await step();
    if (isTerminal) process.stderr.write('\r\u001B[2K');
    say(`✓ ${title} (${elapsedS().toFixed(1)} s)`);
    return result;
  } catch (error) {
    if (isTerminal) process.stderr.write('\r\u001B[2K');
    say(`✗ ${title} (${elapsedS().toFixed(1)} s)`);
    throw error;
  } finally {
    clearInterval(timer);
  }
};
