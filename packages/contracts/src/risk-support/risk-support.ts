import { z } from 'zod';
import { environmentParams, instant, textUser } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import { supportEntity, supportEntry } from '../support-lists/support-lists.ts';

const base = '/platform/v1/environments/:environmentId/risk-support';

/** What a support agent searches accounts by; one at a time. */
export const SUPPORT_KEYS = ['userId', 'email', 'purchaseId', 'paymentInstrumentId'] as const;
export type SupportKey = (typeof SUPPORT_KEYS)[number];

const identity = z.string().trim().min(1).max(256);
const range = { from: instant, to: instant };

const foundAccount = z.strictObject({
  /** Of the newest purchase, by which the account is opened where its user id is masked. */
  purchaseId: z.string(),
  /** Null for purchases without a user id: they are listed and cannot be opened as an account. */
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  purchases: z.number().int(),
  newest: instant,
});
export type FoundAccount = z.infer<typeof foundAccount>;

export const findSupportAccounts = defineEndpoint({
  id: 'riskSupport.find',
  summary:
    'Accounts whose purchases of a time range carry a user id, e-mail address, purchase id or payment instrument.',
  // Addresses of calls are logged by many a proxy: what is looked for is personal and stands in the body.
  method: 'POST',
  path: `${base}/search/accounts`,
  permission: 'purchaseSupport:read',
  params: environmentParams,
  body: z.strictObject({ by: z.enum(SUPPORT_KEYS), value: identity, ...range }),
  response: z.strictObject({
    accounts: z.array(foundAccount),
    /** More purchases matched than are looked at. */
    isCut: z.boolean(),
  }),
  errors: ['SRCH-RANGE-TOO-LONG', 'SRCH-TIMEOUT'],
});

const listStatus = z.strictObject({
  entity: supportEntity,
  value: z.string(),
  current: supportEntry.nullable(),
  earlier: z.array(supportEntry),
});

/** A count with its share of a month and of the last 30 days. */
const figure = z.strictObject({ total: z.number(), perMonth: z.number(), last30Days: z.number() });

const snapshot = z.strictObject({
  currency: z.string(),
  purchases: figure,
  spending: figure,
  chargebacks: figure,
  chargebackAmount: figure,
  refunds: figure,
  refundAmount: figure,
  /** Oldest first; the last week still fills. */
  weeks: z.array(
    z.strictObject({ from: instant, purchases: z.number().int(), spending: z.number(), isSpike: z.boolean() }),
  ),
});
export type FinancialSnapshot = z.infer<typeof snapshot>;

const listReader = textUser.extend({
  /** Names of the clauses that read the list, in their order; every clause where the condition reads it. */
  clauses: z.array(z.string()),
  inCondition: z.boolean(),
  /** Functions that stand between a rule and the list. */
  through: z.array(z.string()),
});
export type ListReader = z.infer<typeof listReader>;

const supportAccount = z.strictObject({
  userId: z.string(),
  names: z.array(z.string()),
  emails: z.array(z.string()),
  /** As the merchant said it; null where no purchase does. */
  memberSince: z.string().nullable(),
  firstSeen: instant.nullable(),
  /** What support lists say of the account: of its user id and of its e-mail addresses. */
  statuses: z.array(listStatus),
  instruments: z.array(
    z.strictObject({
      id: z.string(),
      type: z.string().nullable(),
      cardType: z.string().nullable(),
      lastDigits: z.string().nullable(),
      newest: instant,
      status: listStatus,
    }),
  ),
  /** One for each currency of its purchases. */
  snapshots: z.array(snapshot),
  /** What a change of a status acts on: active rules of every assessment that read the support lists, and velocity sets. */
  readers: z.array(z.strictObject({ entity: supportEntity, texts: z.array(listReader) })),
  isCut: z.boolean(),
  canChange: z.boolean(),
});
export type SupportAccount = z.infer<typeof supportAccount>;

export const getSupportAccount = defineEndpoint({
  id: 'riskSupport.account',
  summary:
    'An account, named by its user id or one of its purchases, as its purchases of a time range tell it, with support lists, instruments and spikes.',
  method: 'POST',
  path: `${base}/search/account`,
  permission: 'purchaseSupport:read',
  params: environmentParams,
  body: z.union([z.strictObject({ userId: identity, ...range }), z.strictObject({ purchaseId: identity, ...range })]),
  response: supportAccount,
  errors: ['SRCH-RANGE-TOO-LONG', 'SRCH-TIMEOUT', 'EVENT-UNKNOWN'],
});
