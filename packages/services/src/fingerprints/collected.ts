import { createHash } from 'node:crypto';
import { isJsonObject, type Json } from '@redoubt/kernel';

/** What the script sends: texts by name. */
export type Collected = {
  readonly attributes: Readonly<Record<string, string>>;
  /** What rarely changes about a browser, by the name of its source. */
  readonly components: Readonly<Record<string, string>>;
  /** How sure the library is that those tell this browser from others, 0 to 1. */
  readonly distinctness: number;
};

const MAX_ENTRIES = 100;
const MAX_TEXT = 1000;
const NAME = /^[A-Za-z][\w]{0,63}$/;

/** Text as the database keeps it. */
const clean = (value: string): string => value.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed();

const textsOf = (value: Json | undefined): Record<string, string> => {
  const texts = Object.create(null) as Record<string, string>;
  if (!isJsonObject(value)) return texts;
  for (const [name, text] of Object.entries(value).slice(0, MAX_ENTRIES)) {
    if (NAME.test(name) && typeof text === 'string') texts[name] = clean(text);
  }
  return texts;
};

/** Reads what came from a browser, which may be anything; undefined where it is nothing of the kind. */
export const collectedOf = (body: Json): Collected | undefined => {
  if (!isJsonObject(body) || !isJsonObject(body.attributes)) return undefined;
  const { distinctness } = body;
  return {
    attributes: textsOf(body.attributes),
    components: textsOf(body.components),
    distinctness: typeof distinctness === 'number' && distinctness >= 0 && distinctness <= 1 ? distinctness : 0,
  };
};

/** What changes with a journey, a new monitor or a larger font, and does not make another device. */
const VOLATILE: ReadonlySet<string> = new Set([
  'screenFrame',
  'screenResolution',
  'timezone',
  'dateTimeLocale',
  'languages',
  'sessionStorage',
  'localStorage',
  'indexedDB',
  'openDatabase',
  'cookiesEnabled',
  'domBlockers',
  'fontPreferences',
  'reducedMotion',
  'reducedTransparency',
  'contrast',
  'forcedColors',
  'invertedColors',
  'colorGamut',
  'hdr',
  'monochrome',
  'touchSupport',
]);

/** Hash over what rarely changes. Worked out here and not in the browser, so that it may come to mean something else. */
export const fingerprintOf = ({ components }: Collected): string => {
  const stable = Object.entries(components)
    .filter(([name]) => !VOLATILE.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(stable)).digest('hex').slice(0, 32);
};
