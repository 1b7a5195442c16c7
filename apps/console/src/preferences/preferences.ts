import { settings as settingsSchema, type Settings } from '@redoubt/contracts';
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

const read = (storage: KeyValue): Settings => {
  try {
    return settingsSchema.parse(JSON.parse(storage.getItem(SETTINGS_KEY) ?? '{}'));
  } catch {
    return settingsSchema.parse({});
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
