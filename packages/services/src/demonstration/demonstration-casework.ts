import type { QueueText } from '@redoubt/contracts';
import { DAY_MS } from '@redoubt/kernel';
import type { DemonstrationRule } from './demonstration-rules.ts';

/** Sends purchases to review that were made in a hurry, or whose parcel goes somewhere else. */
export const REVIEW_RULE: DemonstrationRule = {
  assessment: 'purchase',
  name: 'Looked at by hand',
  description: 'Purchases without a proof of the bank that were made in a hurry, or whose dear parcel goes elsewhere.',
  published: true,
  condition: 'WHEN !@"threeDS.isThreeDSAuth"',
  clauses: [
    {
      name: 'In a hurry',
      code: [
        'RETURN Review("Bought in a hurry")',
        'WHEN Exists(@"customData.basketMinutes") && @"customData.basketMinutes".ToDouble() < 2',
      ].join('\n'),
    },
    {
      name: 'Parcel elsewhere',
      code: [
        'RETURN Review("Dear parcel to another place")',
        'WHEN @"totalAmount" > 800 && @"shippingAddress.zipCode" != @"user.zipCode"',
      ].join('\n'),
    },
  ],
};

export const QUEUES: readonly QueueText[] = [
  {
    name: 'Large losses',
    description: 'What costs most comes first.',
    assessment: 'purchase',
    sequence: 'Unrestricted',
    orderBy: 'expectedLoss',
    direction: 'desc',
    timeoutMs: 2 * DAY_MS,
    defaultDecision: 'Reject',
  },
  {
    name: 'First orders',
    description: 'Accounts of the last three days, in the order in which their time runs out.',
    assessment: 'purchase',
    sequence: 'Restricted',
    orderBy: 'timeLeft',
    direction: 'asc',
    timeoutMs: DAY_MS,
    defaultDecision: 'Reject',
  },
  {
    name: 'Codes and downloads',
    description: 'Goods that are gone once they were sent.',
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
      name: 'Sums at risk',
      description: 'Large purchases.',
      code: 'ROUTETO Queue("Large losses")\nWHEN @"totalAmount" > 600',
    },
    {
      name: 'New customers',
      description: 'Purchases of young accounts.',
      code: 'ROUTETO Queue("First orders")\nWHEN Exists(@"user.creationDate") && DaysSince(@"user.creationDate") < 3',
    },
    {
      name: 'Sent by mail at once',
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

/** Roles whose people work on the queues. */
export const QUEUE_ROLES = ['ManualReviewAnalyst', 'ManualReviewSeniorAnalyst'] as const;

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
