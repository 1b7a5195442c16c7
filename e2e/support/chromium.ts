/** Debian's Chromium; the test command installs it where it can. No downloads, no video (that needs one). */
export const CHROMIUM = process.env.REDOUBT_CHROMIUM ?? '/usr/bin/chromium';

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
