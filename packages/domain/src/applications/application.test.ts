import { DAY_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import {
  applicationStatus,
  changedGrants,
  isInForce,
  rolesAlong,
  rolesAnywhere,
  type ApplicationGrant,
} from './application.ts';

const NOW = Date.UTC(2026, 2, 14);
const credential = (fromDays: number, toDays: number | null) => ({
  notBeforeMs: NOW + fromDays * DAY_MS,
  notAfterMs: toDays === null ? null : NOW + toDays * DAY_MS,
});
const statusOf = (...credentials: readonly ReturnType<typeof credential>[]) =>
  applicationStatus({ isRevoked: false, credentials }, NOW);

describe('roles of an application', () => {
  const grants: readonly ApplicationGrant[] = [
    { environmentId: 'europe', roles: ['Provisioning_API', 'Risk_API'] },
    { environmentId: 'america', roles: ['Historical_API'] },
  ];

  it('count where they were given and below, and nowhere else', () => {
    expect(rolesAlong(grants, ['nordics', 'europe', 'root'])).toEqual(['Risk_API', 'Provisioning_API']);
    expect(rolesAlong(grants, ['root'])).toEqual([]);
    expect(rolesAlong([{ environmentId: null, roles: ['Risk_API'] }], ['root'])).toEqual(['Risk_API']);
  });

  it('stand in its tokens wherever they count', () => {
    expect(rolesAnywhere(grants)).toEqual(['Risk_API', 'Provisioning_API', 'Historical_API']);
  });
});

describe('what a change of grants gives or takes', () => {
  it('are the roles that only one side has, by environment', () => {
    const before: readonly ApplicationGrant[] = [{ environmentId: null, roles: ['Risk_API'] }];
    const after: readonly ApplicationGrant[] = [
      { environmentId: null, roles: ['Risk_API', 'Historical_API'] },
      { environmentId: 'europe', roles: ['Provisioning_API'] },
    ];
    expect(changedGrants(before, before)).toEqual([]);
    expect(changedGrants(before, after)).toEqual([
      { environmentId: null, roles: ['Historical_API'] },
      { environmentId: 'europe', roles: ['Provisioning_API'] },
    ]);
    expect(changedGrants(after, before)).toEqual(changedGrants(before, after));
  });
});

describe('the state of an application', () => {
  it('follows the credential that lasts longest', () => {
    expect(statusOf(credential(-10, 400))).toBe('Active');
    expect(statusOf(credential(-10, null))).toBe('Active');
    expect(statusOf(credential(-10, 5), credential(-1, 300))).toBe('Active');
    expect(statusOf(credential(-10, 5), credential(-1, 29))).toBe('Expiring');
    expect(statusOf(credential(-10, -1))).toBe('Expired');
    expect(statusOf()).toBe('Expired');
  });

  it('is Revoked whatever its credentials say', () => {
    expect(applicationStatus({ isRevoked: true, credentials: [credential(-1, null)] }, NOW)).toBe('Revoked');
  });

  it('takes a credential from its first moment on and before its last', () => {
    expect(isInForce(credential(0, 1), NOW)).toBe(true);
    expect(isInForce(credential(-1, 0), NOW)).toBe(false);
    expect(isInForce(credential(1, 2), NOW)).toBe(false);
  });
});
