import { DIRECTORY_ROLES, type ApplicationGrant, type EnvironmentStatus, type Role } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { RaisedNotice } from '../notices/raise-notice.ts';

/** Ids are fixed, so that a second start recognises what the first one made. Everything here is fictional. */
const tenantGuid = (tenant: number): Id => `5d0c0000-000${tenant}-4000-8000-000000000001`;
const environmentGuid = (tenant: number, number: number): Id =>
  `5d0e0000-000${tenant}-4000-8000-${number.toString(16).padStart(12, '0')}`;
const personGuid = (tenant: number, number: number): Id =>
  `5d0a0000-000${tenant}-4000-8000-${number.toString(16).padStart(12, '0')}`;
const groupGuid = (number: number): Id => `5d0d0000-0001-4000-8000-${number.toString(16).padStart(12, '0')}`;
const fingerprintGuid = (environmentId: Id): Id => environmentId.replace('5d0e', '5d0f');

export type DemonstrationEnvironment = {
  readonly id: Id;
  readonly parentId: Id | null;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly status: EnvironmentStatus;
  readonly statusReason: string | null;
  readonly kind: 'Development' | 'Sandbox' | 'Production';
  readonly customerApiId: string | null;
  readonly deviceFingerprintingId: Id;
};

export type DemonstrationPerson = {
  readonly id: Id;
  readonly tenantId: Id;
  readonly username: string;
  readonly name: string;
  /** Roles in the token: they count in the whole tenant. */
  readonly roles: readonly Role[];
  readonly wids: readonly string[];
  /** Groups of the directory that the token names. */
  readonly groups: readonly string[];
  /** Roles given in single environments. */
  readonly assignments: readonly { readonly role: Role; readonly environmentId: Id }[];
  readonly description?: string;
  /** An administrator who accepted the statement on an earlier visit. */
  readonly hasAccepted: boolean;
  /** False for a person who was invited and has not come yet. */
  readonly hasVisited: boolean;
};

export type DemonstrationTenant = {
  readonly id: Id;
  readonly name: string;
  readonly edition: 'Standard' | 'PSP';
  readonly environments: readonly DemonstrationEnvironment[];
  readonly people: readonly DemonstrationPerson[];
  /** What has happened there, as the people whose roles receive it are notified. */
  readonly notices: readonly DemonstrationNotice[];
};

/** A notice, and who has put it away already. */
export type DemonstrationNotice = Pick<RaisedNotice, 'code' | 'severity' | 'environmentId'> & {
  readonly params: { readonly name: string; readonly reason: string };
  readonly dismissedBy: readonly Id[];
};

type EnvironmentFacts = {
  readonly status?: EnvironmentStatus;
  readonly statusReason?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly customerApiId?: string;
  readonly kind?: DemonstrationEnvironment['kind'];
};

const environment = (id: Id, parentId: Id | null, name: string, facts: EnvironmentFacts): DemonstrationEnvironment => ({
  id,
  parentId,
  name,
  description: facts.description ?? '',
  tags: facts.tags ?? [],
  status: facts.status ?? 'Active',
  statusReason: facts.statusReason ?? null,
  kind: facts.kind ?? 'Production',
  customerApiId: facts.customerApiId ?? null,
  deviceFingerprintingId: fingerprintGuid(id),
});

const NORTHFELL = tenantGuid(1);
const HARBOUR = tenantGuid(2);
const KESTREL = tenantGuid(3);

const ROOT = environmentGuid(1, 1);
export const EUROPE = environmentGuid(1, 2);
export const NORTH_AMERICA = environmentGuid(1, 3);
const OUTLET = environmentGuid(1, 7);

const unusual = (number: number, name: string, status: EnvironmentStatus, statusReason?: string) =>
  environment(environmentGuid(1, number), ROOT, name, {
    status,
    kind: 'Sandbox',
    ...(statusReason === undefined ? {} : { statusReason }),
  });

const NORTHFELL_ENVIRONMENTS: readonly DemonstrationEnvironment[] = [
  environment(ROOT, null, 'Northfell', {
    description: 'Every shop of Northfell Retail.',
    tags: ['retail'],
    customerApiId: 'northfell',
  }),
  environment(EUROPE, ROOT, 'Europe', {
    description: 'Web shop and app for the European market.',
    tags: ['retail', 'web'],
    customerApiId: 'europe',
  }),
  environment(NORTH_AMERICA, ROOT, 'North America', {
    description: 'Web shop for the United States and Canada.',
    tags: ['retail', 'web'],
    customerApiId: 'north-america',
  }),
  unusual(4, 'Nordics', 'New'),
  unusual(5, 'Iberia', 'Creating'),
  unusual(6, 'Benelux', 'CreateFailed', 'The storage of the environment was not ready within 60 minutes.'),
  unusual(7, 'Outlet', 'Error', 'The encryption key of the environment cannot be reached.'),
  unusual(8, 'Alps', 'SoftDeleting'),
  unusual(9, 'Baltics', 'Deleted'),
  unusual(10, 'Balkans', 'Deleting'),
  unusual(11, 'Islands', 'DeleteFailed', 'Two segments of the log could not be removed; trying again.'),
];

type PersonFacts = Partial<
  Pick<DemonstrationPerson, 'wids' | 'groups' | 'assignments' | 'description' | 'hasAccepted' | 'hasVisited'>
>;

/** Groups of the main tenant's directory, as tokens name them. */
export const WEEKEND_REVIEW = groupGuid(1);
export const AUDITORS = groupGuid(2);

const peopleOf =
  (tenant: number, tenantId: Id, domain: string) =>
  (
    number: number,
    name: string,
    username: string,
    roles: readonly Role[],
    facts: PersonFacts = {},
  ): DemonstrationPerson => ({
    id: personGuid(tenant, number),
    tenantId,
    username: `${username}@${domain}`,
    name,
    roles,
    wids: [],
    groups: [],
    assignments: [],
    hasAccepted: false,
    hasVisited: true,
    ...facts,
  });

const northfell = peopleOf(1, NORTHFELL, 'northfell.example');
const harbour = peopleOf(2, HARBOUR, 'harbour-pay.example');

const NORTHFELL_PEOPLE: readonly DemonstrationPerson[] = [
  northfell(1, 'Mara Lindqvist', 'mara', ['ProductAdmin'], {
    wids: [DIRECTORY_ROLES.GlobalAdministrator],
    hasAccepted: true,
  }),
  northfell(2, 'Ines Holm', 'ines', ['AllAreas_Admin'], { description: 'AllAreas_Admin, on her first visit' }),
  northfell(3, 'Joel Okafor', 'joel', ['AllAreasEditor']),
  northfell(4, 'Vera Castellan', 'vera', ['AllAreasViewer']),
  northfell(5, 'Sami Aalto', 'sami', ['SupportAgent']),
  northfell(6, 'Priya Nandakumar', 'priya', ['FraudEngineer']),
  northfell(7, 'Tomas Berg', 'tomas', ['ManualReviewAnalyst'], { groups: [WEEKEND_REVIEW] }),
  northfell(8, 'Lena Voss', 'lena', ['ManualReviewSeniorAnalyst']),
  northfell(9, 'Hugo Marchetti', 'hugo', ['ManualReviewFraudManager']),
  northfell(10, 'Amara Diallo', 'amara', [], {
    assignments: [{ role: 'FraudEngineer', environmentId: EUROPE }],
    description: 'FraudEngineer in Europe only',
  }),
  northfell(11, 'Nils Frost', 'nils', [], { description: 'No role' }),
  northfell(12, 'Olga Petrov', 'olga', [], {
    assignments: [{ role: 'AllAreasViewer', environmentId: OUTLET }],
    description: 'AllAreasViewer in Outlet only, which is not active',
  }),
  northfell(13, 'Kofi Mensah', 'kofi', ['ManualReviewAnalyst'], { groups: [WEEKEND_REVIEW] }),
  northfell(14, 'Elif Demir', 'elif', [], {
    groups: [WEEKEND_REVIEW],
    description: 'ManualReviewAnalyst in two environments by a group',
  }),
  northfell(15, 'Ingrid Solberg', 'ingrid', [], {
    groups: [AUDITORS],
    description: 'AllAreasViewer by a group, for a while',
  }),
  northfell(16, 'Mikko Salonen', 'mikko', [], { description: 'SupportAgent in Europe, which has ended' }),
  {
    ...northfell(17, 'Clara Osei', '', [], {
      description: 'FraudEngineer in Europe for a while, invited as a guest',
      hasVisited: false,
    }),
    username: 'clara@brightdesk.example',
  },
];

/** What the unusual environments have to say; the product admin has seen it. */
const NORTHFELL_NOTICES: readonly DemonstrationNotice[] = NORTHFELL_ENVIRONMENTS.flatMap(
  ({ id, name, status, statusReason }): DemonstrationNotice[] => {
    const about = { environmentId: id, params: { name, reason: statusReason ?? '' } };
    if (status === 'CreateFailed')
      return [{ ...about, code: 'ENVIRONMENT-CREATE-FAILED', severity: 'Error', dismissedBy: [] }];
    if (status === 'DeleteFailed')
      return [{ ...about, code: 'ENVIRONMENT-DELETE-FAILED', severity: 'Warning', dismissedBy: [] }];
    if (status === 'Error')
      return [{ ...about, code: 'ENVIRONMENT-UNREACHABLE', severity: 'Critical', dismissedBy: [personGuid(1, 1)] }];
    return [];
  },
);

/** The main tenant: a retailer with a tree of environments. */
export const MAIN_TENANT: DemonstrationTenant = {
  id: NORTHFELL,
  name: 'Northfell Retail',
  edition: 'Standard',
  environments: NORTHFELL_ENVIRONMENTS,
  people: NORTHFELL_PEOPLE,
  notices: NORTHFELL_NOTICES,
};

/** Another tenant, of the payment-provider edition, that must never see the first. */
export const OTHER_TENANT: DemonstrationTenant = {
  id: HARBOUR,
  name: 'Harbour Pay',
  edition: 'PSP',
  environments: [
    environment(environmentGuid(2, 1), null, 'Harbour', { customerApiId: 'harbour', tags: ['payments'] }),
    environment(environmentGuid(2, 2), environmentGuid(2, 1), 'Merchants', { customerApiId: 'merchants' }),
  ],
  people: [
    harbour(1, 'Greta Molnar', 'greta', ['ProductAdmin'], { hasAccepted: true }),
    harbour(2, 'Paolo Ricci', 'paolo', ['FraudManager']),
    harbour(3, 'Yuki Tanabe', 'yuki', ['FraudAnalyst']),
    harbour(4, 'Dara Finn', 'dara', ['Reporting']),
    {
      ...harbour(5, 'Mara Lindqvist', '', ['FraudAnalyst'], { description: 'FraudAnalyst, guest from Northfell' }),
      username: 'mara@northfell.example',
    },
    harbour(6, 'Nadia Weiss', 'nadia', ['ManualReviewAgent']),
    harbour(7, 'Ivan Costa', 'ivan', ['ManualReviewAgent']),
    harbour(8, 'Sana Iqbal', 'sana', ['FraudSupervisor']),
  ],
  notices: [],
};

/** A tenant that is not set up yet: its people can sign in and nothing else is there. */
export const NEW_TENANT: Pick<DemonstrationTenant, 'id' | 'name' | 'people'> = {
  id: KESTREL,
  name: 'Kestrel Goods',
  people: [
    {
      id: personGuid(3, 1),
      tenantId: KESTREL,
      username: 'signe@kestrel.example',
      name: 'Signe Dahl',
      roles: [],
      wids: [DIRECTORY_ROLES.GlobalAdministrator],
      groups: [],
      assignments: [],
      description: 'Global administrator, may set Redoubt up',
      hasAccepted: false,
      hasVisited: false,
    },
    {
      id: personGuid(3, 2),
      tenantId: KESTREL,
      username: 'bruno@kestrel.example',
      name: 'Bruno Sala',
      roles: ['FraudEngineer'],
      wids: [],
      groups: [],
      assignments: [],
      hasAccepted: false,
      hasVisited: false,
    },
  ],
};

/** Where the demonstration merchant sends its events by default. */
export const MAIN_ENVIRONMENT_ID: Id = ROOT;

/** The demonstration merchant's application. */
export const MERCHANT_APPLICATION = {
  clientId: '5d0b0000-0001-4000-8000-000000000001',
  displayName: 'Northfell web shop',
} as const;

type DemonstrationApplication = {
  readonly displayName: string;
  readonly grants: readonly ApplicationGrant[];
  readonly lifeDays: number;
};

/** Other applications of the main tenant; one of them ends soon. */
export const OTHER_APPLICATIONS: readonly DemonstrationApplication[] = [
  {
    displayName: 'Europe mobile app',
    grants: [{ environmentId: EUROPE, roles: ['Risk_API'] }],
    lifeDays: 365,
  },
  {
    displayName: 'Data warehouse import',
    grants: [
      { environmentId: ROOT, roles: ['Risk_API', 'Historical_API'] },
      { environmentId: EUROPE, roles: ['Provisioning_API'] },
    ],
    lifeDays: 12,
  },
];
