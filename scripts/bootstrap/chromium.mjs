import { findProgram, installDebianPackage, isExecutable } from './debian.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium on this machine; `REDOUBT_CHROMIUM` names one elsewhere. */
const findChromium = () => {
  const named = process.env.REDOUBT_CHROMIUM;
  if (named !== undefined && named !== '') return isExecutable(named) ? named : undefined;
  return findProgram(NAMES);
};

/**
 * A Chromium for the browser journeys, installed from Debian's packages where this process may.
 * @returns {Promise<{ path: string } | { missing: string }>} its path, or the sentence that says what to do
 */
export const ensureChromium = async () => {
  const found = findChromium();
  if (found !== undefined) return { path: found };
  const advice =
    'Browser journeys need Chromium: install the Debian package "chromium", or name one in REDOUBT_CHROMIUM.';
  const problem = await installDebianPackage('Chromium', 'chromium');
  const installed = findChromium();
  if (installed !== undefined) return { path: installed };
  return { missing: problem ? `${advice} Installing it failed: ${problem}` : advice };
};
