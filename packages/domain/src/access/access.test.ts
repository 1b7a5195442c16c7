import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from './capabilities.ts';
import { effectiveRoles } from './effective-roles.ts';
import { allows, capabilitiesOf, mayCreateApplication, maySetUpTenant, missingToGrant } from './permissions.ts';
import {
  DIRECTORY_ROLES,
  directoryRolesOf,
  EDITIONS,
  ROLE_NAMES,
  roleOf,
  ROLES,
  rolesOf,
  type Edition,
  type Role,
} from './roles.ts';

const LETTER = { write: 'W', read: 'R' } as const;
const line = (role: Role, edition: Edition): string => {
  const held = capabilitiesOf([role], edition);
  return CAPABILITIES.map((capability) => (held[capability] ? LETTER[held[capability]] : '-')).join('');
};

describe('role matrix', () => {
  it('gives every role of the standard edition these capabilities', () => {
    expect(CAPABILITIES.join(' ')).toMatchInlineSnapshot(
      `"dashboard assessments decisionRules monitoring reports scoreReport alerts search sharedViews personalData personalDataReveal notes queues queueAssignments caseReview caseReport routingRules functionsAndVelocities externalCalls lists supportListStatus purchaseSupport eventTracing dataUpload apiManagement ontology ruleTemplates assessmentTemplates environmentTemplates graphExplorer integration applications usage activityLogs accessControlPeople accessControlApplications subjectRequestsSubmit subjectRequestsView acceptanceBooster noticesEnvironment noticesIntegration noticesActions noticesSearch noticesNotes rootEnvironments rootEnvironmentsUpdate childEnvironments adminBilling adminConfiguration adminSearch lossPrevention"`,
    );
    expect(Object.fromEntries(ROLES.Standard.map((role) => [role, line(role, 'Standard')]))).toMatchInlineSnapshot(`
      {
        "AllAreasEditor": "WWWRWRWRWRWWWWWRWWWWWWRWRRWWWRRWR-RRWRR-WWWW-W----W",
        "AllAreasViewer": "WRRRRRRR---RR-RRRRRR-RR-RRRRRRRRR-RR-RR---WW------R",
        "AllAreas_Admin": "WWWRWRWRWRWWWWWRWWWWWWWWRRWWWRRWRRWWWRWWWWWW-WW-W-W",
        "FraudEngineer": "WWWRRRWRWRWW----WWWWWW-WRRW--RRW----WR--WWWW------W",
        "ManualReviewAnalyst": "R------R--WWR-W-----WR--------------------WW-------",
        "ManualReviewFraudManager": "RRWRRRWRWRWWWWWRWWWWWR----WR------W-------WW-------",
        "ManualReviewSeniorAnalyst": "R------RW-WWR-W-W---WR--------------------WW-------",
        "ProductAdmin": "WWWRWRWRWRWWWWWRWWWWWWWWRRWWWRRWRRWWWRWWWWWWWWWWWWW",
        "SupportAgent": "W------R--WW--------WW---R---R------------WW-------",
      }
    `);
  });

  it('gives every role of the PSP edition these capabilities', () => {
    expect(Object.fromEntries(ROLES.PSP.map((role) => [role, line(role, 'PSP')]))).toMatchInlineSnapshot(`
      {
        "CustomerServiceSupport": "R------R--WW------------------------------WW-------",
        "FraudAnalyst": "RRRRR-RR--WRR-R-RR-R---------R-----------WWW-------",
        "FraudManager": "RRWRRRWRWRWWWWWRWW-WW--W--W--R----W------WWW-W----W",
        "FraudSupervisor": "RRRRR-RRWRWWWWWRWR-WW--------R----W------WWW-------",
        "ManualReviewAgent": "R------R--WWR-W-----W---------------------WW-------",
        "PSPAdmin": "RWWRRRWRWRWWWWWRWWWWW-WWRRWWWRRWRRWRWRWWWWWW-WW-W-W",
        "ProductAdmin": "RWWRRRWRWRWWWWWRWWWWW-WWRRWWWRRWRRWWWRWWWWWWWWWWWWW",
        "Reporting": "R--RRRR-W------------------------R----------------R",
        "TechnicalDeveloper": "R-----------------------RR----RW---R---------------",
      }
    `);
  });

  it('gives a role nothing in the other edition', () => {
    expect(capabilitiesOf(['PSPAdmin'], 'Standard')).toEqual({});
    expect(capabilitiesOf(['SupportAgent'], 'PSP')).toEqual({});
  });

  it('allows no role more than the product admin of its edition', () => {
    for (const edition of EDITIONS) {
      for (const role of ROLES[edition]) {
        for (const capability of CAPABILITIES) {
          for (const access of ['read', 'write'] as const) {
            const permission = `${capability}:${access}` as const;
            if (allows(capabilitiesOf([role], edition), permission)) {
              expect(allows(capabilitiesOf(['ProductAdmin'], edition), permission)).toBe(true);
            }
          }
        }
      }
    }
  });

  it('write implies read, and no capabilities allow nothing', () => {
    expect(allows({ lists: 'write' }, 'lists:read')).toBe(true);
    expect(allows({ lists: 'read' }, 'lists:write')).toBe(false);
    for (const capability of CAPABILITIES) expect(allows({}, `${capability}:read`)).toBe(false);
  });

  it('adds up: several roles allow what each of them allows, and no more', () => {
    const some = (edition: Edition) => fc.subarray([...ROLES[edition]]);
    for (const edition of EDITIONS) {
      fc.assert(
        fc.property(some(edition), some(edition), (left, right) => {
          const both = capabilitiesOf([...left, ...right], edition);
          for (const capability of CAPABILITIES) {
            for (const permission of [`${capability}:read`, `${capability}:write`] as const) {
              const either = [left, right].some((roles) => allows(capabilitiesOf(roles, edition), permission));
              expect(allows(both, permission)).toBe(either);
            }
          }
        }),
      );
    }
  });
});

describe('role names', () => {
  it('are recognised by key and by published name, whatever case, blanks and sandbox prefix', () => {
    for (const role of [...ROLES.Standard, ...ROLES.PSP]) {
      for (const name of [role, ROLE_NAMES[role], role.toUpperCase(), `Sandbox_${role}`])
        expect(roleOf(name)).toBe(role);
    }
    expect(roleOf('PSP Admin')).toBe('PSPAdmin');
    expect(roleOf('Risk_API')).toBeUndefined();
    expect(rolesOf(['nonsense', 'SupportAgent', 'product admin', 'ProductAdmin'], 'Standard')).toEqual([
      'ProductAdmin',
      'SupportAgent',
    ]);
  });

  it('of directory administrators are read from the wids claim', () => {
    expect(directoryRolesOf([DIRECTORY_ROLES.GlobalAdministrator.toUpperCase(), 'other'])).toEqual([
      'GlobalAdministrator',
    ]);
  });
});

describe('directory administrators', () => {
  it('without a product role open access control and nothing else', () => {
    expect(capabilitiesOf([], 'Standard', ['GlobalAdministrator'])).toEqual({ accessControlPeople: 'write' });
    expect(capabilitiesOf([], 'Standard', ['ApplicationAdministrator', 'CloudApplicationAdministrator'])).toEqual({});
    expect(maySetUpTenant(['GlobalAdministrator'])).toBe(true);
    expect(maySetUpTenant(['ApplicationAdministrator'])).toBe(false);
  });

  it('with a product role the global administrator also changes booster and applications', () => {
    const held = capabilitiesOf(['AllAreasViewer'], 'Standard', ['GlobalAdministrator']);
    expect(allows(held, 'acceptanceBooster:write') && allows(held, 'applications:write')).toBe(true);
    expect(allows(held, 'lists:write')).toBe(false);
  });

  it('are needed, beside the page, to create an application', () => {
    const editor = capabilitiesOf(['AllAreasEditor'], 'Standard');
    expect(mayCreateApplication(editor, [])).toBe(false);
    for (const role of Object.keys(DIRECTORY_ROLES) as (keyof typeof DIRECTORY_ROLES)[]) {
      expect(mayCreateApplication(editor, [role])).toBe(true);
    }
    expect(mayCreateApplication(capabilitiesOf(['AllAreasViewer'], 'Standard'), ['ApplicationAdministrator'])).toBe(
      false,
    );
  });
});

describe('API roles', () => {
  it('are given with the right of the matrix, Provisioning with that of child environments too', () => {
    const given = ROLES.Standard.filter(
      (role) => missingToGrant(capabilitiesOf([role], 'Standard'), 'Risk_API') === undefined,
    );
    expect(given).toEqual(['ProductAdmin', 'AllAreas_Admin']);
    const apart = { accessControlApplications: 'write' } as const;
    expect(missingToGrant(apart, 'Provisioning_API')).toBe('childEnvironments:write');
    expect(missingToGrant(apart, 'Case_API')).toBe('caseReview:write');
    expect(missingToGrant({ ...apart, caseReview: 'write' }, 'CaseAllQueues_API')).toBe('queueAssignments:write');
    expect(missingToGrant(apart, 'Export_API')).toBe('search:read');
    expect(missingToGrant({ ...apart, search: 'read' }, 'Export_API')).toBeUndefined();
    expect(missingToGrant({ ...apart, search: 'read' }, 'ExportPersonal_API')).toBe('personalData:read');
    expect(missingToGrant(capabilitiesOf(['FraudEngineer'], 'Standard'), 'Historical_API')).toBe(
      'accessControlApplications:write',
    );
  });
});

describe('effective roles', () => {
  const tree = [
    { id: 'root', parentId: null },
    { id: 'child', parentId: 'root' },
    { id: 'leaf', parentId: 'child' },
    { id: 'other', parentId: null },
    { id: 'orphan', parentId: 'gone' },
  ];

  it('flow down from where they were given', () => {
    const held = effectiveRoles(
      tree,
      'Standard',
      [],
      [
        { environmentId: 'child', role: 'FraudEngineer' },
        { environmentId: 'leaf', role: 'SupportAgent' },
      ],
    );
    expect(Object.fromEntries(held)).toEqual({
      root: [],
      child: ['FraudEngineer'],
      leaf: ['SupportAgent', 'FraudEngineer'],
      other: [],
      orphan: [],
    });
  });

  it('of the token count everywhere', () => {
    for (const roles of effectiveRoles(tree, 'Standard', ['SupportAgent'], []).values())
      expect(roles).toEqual(['SupportAgent']);
  });

  it('of the other edition count for nothing', () => {
    expect(effectiveRoles(tree, 'Standard', ['PSPAdmin'], []).get('root')).toEqual([]);
  });
});
