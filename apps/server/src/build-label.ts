import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Shown in the about box and answered as `x-ms-appversion`. */
export const BUILD_LABEL = manifest.version;
