import { settings } from '@redoubt/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPreferences, DEFAULT_SETTINGS, SETTINGS_KEY } from './preferences.ts';

const memory = (kept: Record<string, string> = {}) => ({
  kept,
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => {
    kept[key] = value;
  },
});

describe('preferences', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('begin as they were left in this browser, or with defaults where that is unreadable', () => {
    expect(createPreferences(memory({ [SETTINGS_KEY]: '{"theme":"dark"}' })).get().theme).toBe('dark');
    expect(createPreferences(memory({ [SETTINGS_KEY]: 'broken' })).get().theme).toBe('system');
  });

  it('are by default what the schema of the wire says, and take no value that it refuses', () => {
    expect(DEFAULT_SETTINGS).toEqual(settings.parse({}));
    const kept = { theme: 'pink', rowsPerPage: 7, tours: null, recentEnvironments: [1], columns: [], unknown: 1 };
    expect(createPreferences(memory({ [SETTINGS_KEY]: JSON.stringify(kept) })).get()).toEqual(DEFAULT_SETTINGS);
    const good = { language: 'de-DE', rowsPerPage: 50, tours: { console: 'done' }, shortcuts: false };
    expect(createPreferences(memory({ [SETTINGS_KEY]: JSON.stringify(good) })).get()).toMatchObject(good);
  });

  it('are in force and in the browser at once, and on the server once, shortly after the last change', async () => {
    const storage = memory();
    const preferences = createPreferences(storage);
    const save = vi.fn(async () => undefined);
    preferences.connect(preferences.get(), save, () => undefined);
    preferences.change({ theme: 'dark' });
    preferences.change({ density: 'comfortable' });
    expect(JSON.parse(storage.kept[SETTINGS_KEY] ?? '')).toMatchObject({ theme: 'dark', density: 'comfortable' });
    expect(save).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(save).toHaveBeenCalledOnce();
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ theme: 'dark', density: 'comfortable' }));
  });

  it('take over what the server keeps', () => {
    const preferences = createPreferences(memory());
    const changed = vi.fn();
    preferences.subscribe(changed);
    preferences.connect(
      { ...preferences.get(), timeZone: 'utc' },
      async () => undefined,
      () => undefined,
    );
    expect(preferences.get().timeZone).toBe('utc');
    expect(changed).toHaveBeenCalledOnce();
  });
});
