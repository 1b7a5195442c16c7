import { DATE_STYLES, DENSITIES, ROWS_PER_PAGE, THEMES, type Settings } from '@redoubt/contracts';
import { createSubscribers } from '@redoubt/ui';

/**
 * Remembered in the browser (`docs/reference/console.md#storage-in-the-browser`, "custom settings"), so the first paint
 * already looks right.
 */
export const SETTINGS_KEY = 'DFP/CustomSettings';

const SAVE_AFTER_MS = 500;

export type Preferences = {
  readonly get: () => Settings;
  readonly change: (change: Partial<Settings>) => void;
  /** Takes over what the server keeps, and sends changes there from now on. */
  readonly connect: (
    kept: Settings,
    save: (settings: Settings) => Promise<unknown>,
    failed: (error: unknown) => void,
  ) => void;
  readonly subscribe: (changed: () => void) => () => void;
};

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** What the schema of the wire gives for nothing; the library of schemas is not part of the start. */
export const DEFAULT_SETTINGS: Settings = {
  language: null,
  theme: 'system',
  density: 'compact',
  timeZone: 'local',
  dateStyle: 'language',
  rowsPerPage: 100,
  reducedMotion: false,
  shortcuts: true,
  navigationCollapsed: false,
  favouriteEnvironments: [],
  recentEnvironments: [],
  tours: {},
  pinnedPages: [],
  landingPage: '/',
  columns: {},
};

const CHOICES: Partial<Record<keyof Settings, readonly unknown[]>> = {
  theme: THEMES,
  density: DENSITIES,
  timeZone: ['local', 'utc'],
  dateStyle: DATE_STYLES,
  rowsPerPage: ROWS_PER_PAGE,
};

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a kept value can stand for a setting: one of its choices, or of the kind of what it is without one. */
const isValue = (key: keyof Settings, value: unknown): boolean => {
  const choices = CHOICES[key];
  if (choices) return choices.includes(value);
  if (key === 'language') return value === null || isText(value);
  if (Array.isArray(value) && !value.every(isText)) return false;
  return value !== null && kindOf(value) === kindOf(DEFAULT_SETTINGS[key]);
};

const read = (storage: KeyValue): Settings => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(SETTINGS_KEY) ?? '{}');
    const values: Readonly<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
    const good = Object.entries(values).filter(
      ([key, value]) => Object.hasOwn(DEFAULT_SETTINGS, key) && isValue(key as keyof Settings, value),
    );
    return { ...DEFAULT_SETTINGS, ...Object.fromEntries(good) };
  } catch {
    return DEFAULT_SETTINGS;
  }
};

/**
 * Personal preferences: in force at once, mirrored in the browser, sent to the server shortly after the last change.
 */
export const createPreferences = (storage: KeyValue): Preferences => {
  let settings = read(storage);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let send: (() => void) | null = null;
  const { subscribe, notify } = createSubscribers();
  const replace = (next: Settings): void => {
    settings = next;
    storage.setItem(SETTINGS_KEY, JSON.stringify(next));
    notify();
  };
  return {
    get: () => settings,
    change: (change) => {
      replace({ ...settings, ...change });
      clearTimeout(timer);
      if (send) timer = setTimeout(send, SAVE_AFTER_MS);
    },
    connect: (kept, save, failed) => {
      replace(kept);
      send = () => void save(settings).catch(failed);
    },
    subscribe,
  };
};
