import type { QueueText } from '@redoubt/contracts';
import { DAY_MS } from '@redoubt/kernel';
import type { Role } from '@redoubt/domain';
import { MAIN_TENANT, OTHER_TENANT, type DemonstrationTenant } from './demonstration-data.ts';
import type { Ring } from './demonstration-bodies.ts';
import type { DemonstrationRule } from './demonstration-rules.ts';

/** Sends purchases to review that were made in a hurry, or whose parcel goes to another postcode. */
export const REVIEW_RULE: DemonstrationRule = {
  assessment: 'purchase',
  name: 'Manual review',
  description:
    'Purchases without 3-D Secure that were made in a hurry, or that ship expensive goods to another postcode.',
  published: true,
  condition: 'WHEN !@"threeDS.isThreeDSAuth"',
  clauses: [
    {
      name: 'Bought in a hurry',
      code: [
        'RETURN Review("Bought in a hurry")',
        'WHEN Exists(@"customData.basketMinutes") && @"customData.basketMinutes".ToDouble() < 2',
      ].join('\n'),
    },
    {
      name: 'Shipped elsewhere',
      code: [
        'RETURN Review("Expensive goods shipped elsewhere")',
        'WHEN @"totalAmount" > 800 && @"shippingAddress.zipCode" != @"user.zipCode"',
      ].join('\n'),
    },
  ],
};

export const QUEUES: readonly QueueText[] = [
  {
    name: 'Large losses',
    description: 'The highest expected loss comes first.',
    assessment: 'purchase',
    sequence: 'Unrestricted',
    orderBy: 'expectedLoss',
    direction: 'desc',
    timeoutMs: 2 * DAY_MS,
    defaultDecision: 'Reject',
  },
  {
    name: 'First orders',
    description: 'Accounts younger than three days, in the order of their time-outs.',
    assessment: 'purchase',
    sequence: 'Restricted',
    orderBy: 'timeLeft',
    direction: 'asc',
    timeoutMs: DAY_MS,
    defaultDecision: 'Reject',
  },
  {
    name: 'Codes and downloads',
    description: 'Goods that cannot be called back once they are sent.',
    assessment: 'purchase',
    sequence: 'Unrestricted',
    orderBy: 'user.country',
    direction: 'asc',
    timeoutMs: 3 * DAY_MS,
    defaultDecision: 'Approve',
  },
];

/** Each with the queue that it sends to, in this order; the rest goes to General. */
export const ROUTING_RULES: readonly { readonly name: string; readonly description: string; readonly code: string }[] =
  [
    {
      name: 'Large amounts',
      description: 'Purchases above 600.',
      code: 'ROUTETO Queue("Large losses")\nWHEN @"totalAmount" > 600',
    },
    {
      name: 'New customers',
      description: 'Purchases of accounts younger than three days.',
      code: 'ROUTETO Queue("First orders")\nWHEN Exists(@"user.creationDate") && DaysSince(@"user.creationDate") < 3',
    },
    {
      name: 'Digital goods',
      description: 'Gift cards and downloads.',
      code: 'ROUTETO Queue("Codes and downloads")\nWHEN @"shippingMethod" == "DigitalToken"',
    },
  ];

/** Purchases that go to one address are found by it. */
export const SEARCHED_STREET = {
  eventType: 'purchase',
  path: 'shippingAddress.street1',
  type: 'string',
  fill: false,
} as const;

/** Who works on the cases of a tenant, by what stands before the @ of their names. */
export type DemonstrationTeam = {
  readonly tenant: DemonstrationTenant;
  /** Roles that the queues are assigned to. */
  readonly queueRoles: readonly Role[];
  readonly agents: readonly [string, string, string];
  readonly manager: string;
  /** Its purchases are numbered from here: each tenant has customers of its own. */
  readonly firstNumber: number;
};

export const TEAMS: readonly DemonstrationTeam[] = [
  {
    tenant: MAIN_TENANT,
    queueRoles: ['ManualReviewAnalyst', 'ManualReviewSeniorAnalyst'],
    agents: ['tomas', 'lena', 'kofi'],
    manager: 'hugo',
    firstNumber: 0,
  },
  {
    tenant: OTHER_TENANT,
    queueRoles: ['ManualReviewAgent', 'FraudSupervisor'],
    agents: ['nadia', 'sana', 'ivan'],
    manager: 'paolo',
    firstNumber: 200,
  },
];

/** New cases settle for this long: those who look around do not wait for five minutes. */
export const HOLD_SECONDS = 60;

/** Decisions that agents make one after the other. */
export const VERDICTS = [
  { decision: 'Approve', reason: 'Verified customer', note: 'Called back on the number of the account.' },
  { decision: 'Reject', reason: 'Stolen card', note: '' },
  { decision: 'Approve', reason: 'Low risk', note: '' },
  { decision: 'Reject', reason: 'Suspected fraud', note: 'Third order within the hour, each with another name.' },
  { decision: 'Approve', reason: 'Business policy', note: '' },
] as const;

/** What agents say of members of a ring, whom they reject. */
export const RING_VERDICT = {
  decision: 'Reject',
  reason: 'Collusion',
  note: 'Belongs to a ring: see the links.',
} as const;

/** What agents write about open cases, and the files they attach: of a ring, or of the newest escalated case. */
export const NOTES: readonly {
  readonly about: Ring | 'escalated';
  /** Index in the team. */
  readonly agent: number;
  readonly text: string;
  readonly mentionsManager: boolean;
  readonly file: { readonly name: string; readonly content: string } | null;
}[] = [
  {
    about: 'address',
    agent: 0,
    text: 'The address is a forwarder in the harbour. Three orders there were rejected this morning.',
    mentionsManager: false,
    file: {
      name: 'forwarder-orders.csv',
      content: 'order,outcome\nfirst,rejected\nsecond,rejected\nthird,rejected\n',
    },
  },
  {
    about: 'device',
    agent: 1,
    text: 'Seven accounts, one device. Please look at all of them together.',
    mentionsManager: true,
    file: null,
  },
  {
    about: 'card',
    agent: 2,
    text: 'The holder of the card changes with every order.',
    mentionsManager: true,
    file: { name: 'bank-call.txt', content: 'The bank was called: the card was reported stolen yesterday.\n' },
  },
  {
    about: 'escalated',
    agent: 0,
    text: 'The customer is a hotel, which buys for its guests.',
    mentionsManager: false,
    file: { name: 'chat.txt', content: 'Customer: the cameras are for the rooms on the upper floor.\n' },
  },
];
