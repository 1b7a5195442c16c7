import {
  ASSESSMENTS,
  SUPPORT_RULE_NAME,
  supportClausesOf,
  type BuiltInAssessment,
  type Decision,
  type SupportEntity,
  type SupportListStatus,
} from '@redoubt/domain';

/** Entries of support lists, one status at a time. */
export type DemonstrationEntries = {
  readonly entity: SupportEntity;
  readonly status: SupportListStatus;
  readonly values: readonly string[];
  readonly reason: string;
  /** Days from now; null for entries that stay. */
  readonly expiresInDays: number | null;
};

export const SUPPORT_ENTRIES: readonly DemonstrationEntries[] = [
  {
    entity: 'email',
    status: 'Block',
    values: ['parcel.drop@throwaway.example', 'second.chance@throwaway.example'],
    reason: 'Chargebacks in March',
    expiresInDays: null,
  },
  {
    entity: 'email',
    status: 'Safe',
    values: ['purchasing@harbour-works.example'],
    reason: 'Company account, confirmed by phone',
    expiresInDays: 90,
  },
  { entity: 'ipAddress', status: 'Watch', values: ['198.51.100.77'], reason: 'Card testing', expiresInDays: 5 },
  { entity: 'userId', status: 'Safe', values: ['cust-10007'], reason: 'Company account', expiresInDays: 30 },
  { entity: 'deviceId', status: 'Block', values: ['dev-000-emulator'], reason: 'Emulator', expiresInDays: null },
];

/** A list of the demonstration, as the CSV a user would upload. */
export type DemonstrationList = {
  readonly name: string;
  readonly description: string;
  /** Column that says when rows expire. */
  readonly expiryColumn?: string;
  readonly csv: string;
};

export const LISTS: readonly DemonstrationList[] = [
  {
    name: 'Blocked e-mails',
    description: 'Addresses that were used for fraud.',
    csv: [
      'Email,Reason,Since',
      'quick.buyer@throwaway.example,stolen cards,2025-11-03',
      'gift4u@throwaway.example,gift card resale,2026-01-19',
      'no-name@mailbox.example,account takeover,2026-02-07',
      '',
    ].join('\n'),
  },
  {
    name: 'Countries to watch',
    description: 'Where expensive first orders are looked at.',
    csv: ['Country,Name,LimitAmount', 'LI,Liechtenstein,400', 'SM,San Marino,400', 'TV,Tuvalu,150', ''].join('\n'),
  },
  {
    name: 'Trusted customers',
    description: 'Customers whose orders are never held up.',
    csv: ['UserId,Note', 'cust-48213,buys every spring', 'cust-10007,company account', ''].join('\n'),
  },
  {
    name: 'Cleared for a while',
    description: 'Customers the support desk cleared, each until a day.',
    expiryColumn: 'Until',
    csv: [
      'UserId,Ticket,Until',
      'cust-20331,S-1180,2026-01-31',
      'cust-31544,S-1207,2035-06-30',
      'cust-48213,S-1211,',
      '',
    ].join('\n'),
  },
];

export type SeededRule = {
  readonly name: string;
  readonly description: string;
  readonly published: boolean;
  readonly condition: string;
  readonly clauses: readonly { readonly name: string; readonly code: string }[];
};

export type DemonstrationRule = SeededRule & { readonly assessment: BuiltInAssessment };

/** Examples that decide about few events, so that a rule added behind them is reached. */
export const RULES: readonly DemonstrationRule[] = [
  ...ASSESSMENTS.map((assessment) => ({
    assessment,
    name: SUPPORT_RULE_NAME,
    description: 'Does what the support lists say: rejects what is blocked, approves what is safe.',
    published: true,
    condition: '',
    clauses: supportClausesOf(assessment).map(({ key, code }) => ({
      name: key === 'block' ? 'Blocked' : 'Safe',
      code,
    })),
  })),
  {
    assessment: 'accountCreation',
    name: 'Address not proven',
    description: 'Sign-ups with an unconfirmed e-mail address have to prove it.',
    published: true,
    condition: 'WHEN Exists(@"email[0].emailValue")',
    clauses: [
      { name: 'Challenge', code: 'RETURN Challenge("Email", "Address not proven") WHEN !@"email[0].isEmailValidated"' },
    ],
  },
  {
    assessment: 'accountLogin',
    name: 'Contacts changed',
    description: 'Sign-ins within a day of a new phone number or e-mail address prove who they are.',
    published: true,
    condition: '',
    clauses: [
      {
        name: 'Phone',
        code: 'RETURN Challenge("Email", "New phone number")\nWHEN DaysSince(@"recentUpdate.lastPhoneNumberUpdateDate") < 1',
      },
      {
        name: 'E-mail',
        code: 'RETURN Challenge("SMS", "New e-mail address")\nWHEN DaysSince(@"recentUpdate.lastEmailUpdateDate") < 1',
      },
    ],
  },
  {
    assessment: 'purchase',
    name: 'Blocked e-mail addresses',
    description: 'Rejects purchases with an e-mail address of the list.',
    published: true,
    condition: 'WHEN ContainsKey("Blocked e-mails", "Email", @"user.email")',
    clauses: [
      {
        name: 'Reject',
        code: [
          'LET $why = Lookup("Blocked e-mails", "Email", @"user.email", "Reason")',
          'RETURN Reject("Blocked e-mail address", $why), Output(listReason = $why)',
        ].join('\n'),
      },
    ],
  },
  {
    assessment: 'purchase',
    name: 'New account, expensive basket',
    description: 'Accounts of the last day that buy for more than 500 prove who they are.',
    published: true,
    condition: [
      'WHEN Exists(@"user.creationDate")',
      '  && DaysSince(@"user.creationDate") < 1',
      '  && @"totalAmount" > 500',
    ].join('\n'),
    clauses: [
      {
        name: 'Trusted',
        code: 'RETURN Approve("Trusted customer") WHEN ContainsKey("Trusted customers", "UserId", @"user.userId")',
      },
      { name: 'Challenge', code: 'RETURN Challenge("SMS", "New account, expensive basket")' },
    ],
  },
  {
    assessment: 'purchase',
    name: 'Country to watch',
    description: 'Sends expensive orders from some countries to review.',
    published: true,
    condition: 'WHEN ContainsKey("Countries to watch", "Country", @"user.country")',
    clauses: [
      {
        name: 'Over the limit',
        code: [
          'LET $limit = Lookup("Countries to watch", "Country", @"user.country", "LimitAmount", "0").ToDouble()',
          'RETURN Review("Country to watch"), Output(limit = $limit)',
          'WHEN @"totalAmount" > $limit',
        ].join('\n'),
      },
    ],
  },
  {
    assessment: 'purchase',
    name: 'Gift cards in a hurry',
    description: 'Being tried out.',
    published: false,
    condition: 'WHEN @"shippingMethod" == "DigitalToken"',
    clauses: [{ name: 'Watch', code: 'OBSERVE Output(amount = @"totalAmount".ToDouble())' }],
  },
];

/** A branch of the demonstration: what it copies, the rule it changes or adds, and how it is run beside production. */
export type DemonstrationBranch = {
  readonly assessment: BuiltInAssessment;
  readonly name: string;
  readonly apiName: string;
  /** Names of published rules. */
  readonly copied: readonly string[];
  readonly rule: SeededRule;
  readonly experiment: { readonly sharePercent: number; readonly watched: Decision } | null;
};

export const BRANCHES: readonly DemonstrationBranch[] = [
  {
    assessment: 'purchase',
    name: 'Second look at large baskets',
    apiName: 'large-baskets',
    copied: [SUPPORT_RULE_NAME],
    rule: {
      name: 'Large basket',
      description: 'Baskets that are looked at by hand before they are sent.',
      condition: '',
      clauses: [{ name: 'Look', code: 'RETURN Review("Large basket") WHEN @"totalAmount".ToDouble() > 500' }],
      published: true,
    },
    experiment: null,
  },
  {
    assessment: 'accountLogin',
    name: 'Challenge after changes',
    apiName: 'challenge-changes',
    copied: ['Contacts changed'],
    rule: {
      name: 'Contacts changed',
      description: 'Asks for a second factor where production refuses.',
      condition: '',
      clauses: [
        {
          name: 'New country',
          code: 'RETURN Challenge("SMS", "Another country") WHEN @"user.countryRegion" != "DK"',
        },
      ],
      published: true,
    },
    experiment: { sharePercent: 100, watched: 'Challenge' },
  },
];
