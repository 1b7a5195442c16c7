import { DAY_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { DEVICE_ATTRIBUTES, SESSION_ID } from './attributes.ts';
import { hostStatus, isHostName } from './host.ts';

describe('attributes of devices', () => {
  it('stand in one category each, under the documented keys', () => {
    const keys = Object.values(DEVICE_ATTRIBUTES).flatMap((attributes) => attributes.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of ['screenResolution', 'timeZoneMismatch', 'userAgentBrowser', 'deviceAsn', 'unmaskedRenderer']) {
      expect(keys).toContain(key);
    }
  });

  it('belong to sessions whose id a shop makes', () => {
    expect(
      ['a', 'A-b_1', 'a.7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77', 'x'.repeat(128)].every((id) => SESSION_ID.test(id)),
    ).toBe(true);
    expect(['', '.', '..', '.a', 'a b', 'x'.repeat(129), 'a/b', 'é'].some((id) => SESSION_ID.test(id))).toBe(false);
  });
});

describe('the host of the script', () => {
  it('is a name of several labels', () => {
    expect(['fpt.shop.example', 'a.b', 'x-1.shop.co.uk'].every(isHostName)).toBe(true);
    const wrong = [
      'localhost',
      '192.0.2.1',
      '10.1',
      'a..b',
      '-a.b',
      'a.b-',
      'a b.c',
      'https://a.b',
      '[::1]',
      `${'a'.repeat(64)}.b`,
    ];
    expect(wrong.filter(isHostName)).toEqual([]);
  });

  it('is valid as long as its certificate is, and says so a month before that ends', () => {
    const at = Date.UTC(2026, 2, 14);
    const host = (days: number | null, problem: string | null = null) => ({
      checkedAt: new Date(at),
      problem,
      certificateUntil: days === null ? null : new Date(at + days * DAY_MS),
    });
    expect(hostStatus(null, at)).toBe('None');
    expect(hostStatus({ ...host(90), checkedAt: null }, at)).toBe('Propagating');
    expect(hostStatus(host(null, 'notFound'), at)).toBe('Propagating');
    expect(hostStatus(host(90), at)).toBe('Valid');
    expect(hostStatus(host(29), at)).toBe('Expiring');
    expect(hostStatus(host(-1), at)).toBe('Invalid');
    expect(hostStatus(host(90, 'otherService'), at)).toBe('Invalid');
  });
});
