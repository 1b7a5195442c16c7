import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';
import { settingsDocument } from './settings-document.ts';

describe('settings', () => {
  it('fall back to a server on this machine', () => {
    expect(readSettings({})).toMatchObject({ PORT: 5180, HOST: 'localhost', origin: 'http://localhost:5180' });
  });

  it('name each wrong variable in a sentence', () => {
    expect(() => readSettings({ PORT: 'many', REDOUBT_KEY: 'short' })).toThrowError(SettingsError);
    expect(() => readSettings({ PORT: 'many', REDOUBT_KEY: 'short' })).toThrowError(/PORT: [^]*REDOUBT_KEY: /);
  });

  it('treat an empty variable as absent and keep an origin without its last slash', () => {
    expect(readSettings({ PORT: '', PUBLIC_ORIGIN: 'https://redoubt.example/' }).origin).toBe(
      'https://redoubt.example',
    );
  });

  it('refuse answering threads where they cannot be', () => {
    const threads = { ANSWERING_THREADS: '2' };
    expect(() => readSettings({ ...threads, REDIS_URL: 'redis://cache' })).toThrowError(/not together with REDIS_URL/);
    expect(() => readSettings({ ...threads, REDOUBT_ROLES: 'console' })).toThrowError(/with the role decisions/);
    expect(readSettings({ ANSWERING_THREADS: '0', REDOUBT_ROLES: 'console' }).ANSWERING_THREADS).toBe(0);
  });

  it('are documented as they are read', async () => {
    await expect(settingsDocument()).toMatchFileSnapshot('../../../../../docs/operate/settings.md');
  });
});
