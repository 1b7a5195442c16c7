import { describe, expect, it } from 'vitest';
import { acceptanceEndsMs, administratorRoles, isAttestationDue, type AttestationFacts } from './attestation.ts';

const ACCEPTED_MS = Date.UTC(2026, 1, 10, 9);
const facts = (change: Partial<AttestationFacts> = {}): AttestationFacts => ({
  held: ['ProductAdmin'],
  grantedAtMs: null,
  newest: { textVersion: '1', atMs: ACCEPTED_MS, roles: ['ProductAdmin'] },
  textVersion: '1',
  isOn: true,
  nowMs: ACCEPTED_MS + 1000,
  ...change,
});

describe('the attestation', () => {
  it('concerns the administrators of both editions and of the directory', () => {
    expect(administratorRoles(['FraudEngineer', 'AllAreas_Admin'], 'Standard', [])).toEqual(['AllAreas_Admin']);
    expect(administratorRoles(['ProductAdmin', 'PSP Admin'], 'PSP', ['GlobalAdministrator'])).toEqual([
      'ProductAdmin',
      'PSPAdmin',
      'GlobalAdministrator',
    ]);
    expect(administratorRoles(['PSPAdmin', 'FraudEngineer'], 'Standard', ['ApplicationAdministrator'])).toEqual([]);
  });

  it('is asked of an administrator who never accepted, and of no other person', () => {
    expect(isAttestationDue(facts({ newest: null }))).toBe(true);
    expect(isAttestationDue(facts({ newest: null, held: [] }))).toBe(false);
    expect(isAttestationDue(facts())).toBe(false);
  });

  it('is asked of no administrator of a tenant that switched it off', () => {
    expect(isAttestationDue(facts({ isOn: false, newest: null }))).toBe(false);
  });

  it('is asked again after a year, to the millisecond', () => {
    const end = acceptanceEndsMs(ACCEPTED_MS);
    expect(new Date(end).toISOString()).toBe('2027-02-10T09:00:00.000Z');
    expect(isAttestationDue(facts({ nowMs: end - 1 }))).toBe(false);
    expect(isAttestationDue(facts({ nowMs: end }))).toBe(true);
  });

  it('is asked again when the text changes', () => {
    expect(isAttestationDue(facts({ textVersion: '2' }))).toBe(true);
  });

  it('is asked again when an administrator role comes, by token or by assignment', () => {
    expect(isAttestationDue(facts({ held: ['ProductAdmin', 'GlobalAdministrator'] }))).toBe(true);
    expect(isAttestationDue(facts({ grantedAtMs: ACCEPTED_MS + 1 }))).toBe(true);
    expect(isAttestationDue(facts({ grantedAtMs: ACCEPTED_MS }))).toBe(false);
  });
});
