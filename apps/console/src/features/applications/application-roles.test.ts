import type { ApplicationRole } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { fittingApplications, rolesIn, sameRoles } from './application-roles.ts';

const SHOP = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c61';
const role: ApplicationRole = {
  applicationId: SHOP,
  displayName: 'Web shop',
  status: 'Active',
  environmentId: null,
  environment: null,
  roles: ['Risk_API'],
  endsAt: null,
  version: 'v1',
  canWrite: true,
};

describe('roles of applications', () => {
  it('are those of one environment, not those above it', () => {
    expect(rolesIn({ assignments: [role] }, SHOP, null)).toEqual(['Risk_API']);
    expect(rolesIn({ assignments: [role] }, SHOP, 'another')).toEqual([]);
  });

  it('are the same in any order', () => {
    expect(sameRoles(['Risk_API', 'Historical_API'], ['Historical_API', 'Risk_API'])).toBe(true);
    expect(sameRoles(['Risk_API'], [])).toBe(false);
  });

  it('are given to an application that is found by name or id', () => {
    const applications = [
      { id: SHOP, displayName: 'Web shop', version: 'v1' },
      { id: '00000000-0000-4000-8000-000000000000', displayName: 'Till', version: 'v1' },
    ];
    const found = (find: string) => fittingApplications({ applications }, find).map(({ displayName }) => displayName);
    expect(found(' WEB ')).toEqual(['Web shop']);
    expect(found('0000')).toEqual(['Till']);
    expect(found('')).toHaveLength(2);
  });
});
