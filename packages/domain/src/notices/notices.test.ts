import { describe, expect, it } from 'vitest';
import { capabilitiesOf } from '../access/permissions.ts';
import { ROLES, type Edition, type Role } from '../access/roles.ts';
import { NOTICE_TYPES, noticeTypesFor, type NoticeType } from './notices.ts';

const receivers = (type: NoticeType, edition: Edition): readonly Role[] =>
  ROLES[edition].filter((role) => noticeTypesFor(capabilitiesOf([role], edition)).includes(type));

describe('notices', () => {
  it('reach the roles of the published table', () => {
    expect(receivers('EnvironmentManagement', 'Standard')).toEqual(['ProductAdmin', 'AllAreas_Admin']);
    expect(receivers('EnvironmentManagement', 'PSP')).toEqual(['ProductAdmin', 'PSPAdmin']);
    expect(receivers('Certificate', 'Standard')).toEqual([
      'ProductAdmin',
      'AllAreas_Admin',
      'AllAreasEditor',
      'FraudEngineer',
    ]);
    expect(receivers('Action', 'PSP')).toEqual([
      'ProductAdmin',
      'PSPAdmin',
      'FraudManager',
      'FraudSupervisor',
      'FraudAnalyst',
    ]);
    expect(receivers('Search', 'Standard')).toEqual(ROLES.Standard);
  });

  it('reach a role for every type', () => {
    for (const type of Object.keys(NOTICE_TYPES) as NoticeType[])
      expect(receivers(type, 'Standard').length).toBeGreaterThan(0);
  });
});
