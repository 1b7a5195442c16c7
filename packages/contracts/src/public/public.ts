import {
  EVENT_KINDS,
  isAssessmentKind,
  isBuiltInAssessment,
  textAt,
  type AssessmentName,
  type EventKind,
} from '@redoubt/domain';
import { z } from 'zod';
import { json } from '../common.ts';
import { defineEndpoint } from '../define.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  accountAcceptedBody,
  accountAnswerBody,
  purchaseAcceptedBody,
  purchaseAnswerBody,
  wizardAnswerBody,
} from './answers.ts';

/** Ids in addresses are informative: the one in the body counts. */
const pathId = z.string().min(1);

const answerOf = (kind: EventKind): z.ZodType => {
  const { generation } = EVENT_KINDS[kind];
  if (generation === 'purchase') return isAssessmentKind(kind) ? purchaseAnswerBody : purchaseAcceptedBody;
  return isAssessmentKind(kind) ? accountAnswerBody : accountAcceptedBody;
};

/**
 * The public API (`docs/reference/wire.md`). Bodies are validated by the field tables in `domain`, which match names
 * ignoring case; here they stand as open JSON.
 */
const post = (
  id: string,
  path: string,
  summary: string,
  response: z.ZodType,
  moreErrors: Endpoint['errors'] = [],
): Endpoint =>
  defineEndpoint({
    id: `public.${id}`,
    summary,
    method: 'POST',
    path,
    permission: 'Risk_API',
    params: z.strictObject(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, pathId]))),
    body: json,
    response,
    errors: [
      'REQ-INVALID',
      'ENV-UNKNOWN',
      'ENV-NOT-ACTIVE',
      'AUTH-APPLICATION-NOT-ALLOWED',
      'SRV-LOG-UNAVAILABLE',
      ...moreErrors,
    ],
  });

const event = (kind: EventKind, path: string, summary: string): Endpoint => post(kind, path, summary, answerOf(kind));

const merchant = (kind: EventKind, name: string, summary: string): Endpoint =>
  event(kind, `/v1.0/MerchantServices/events/${name}`, summary);

/** The endpoint that takes each kind of event. */
export const PUBLIC_EVENTS: Readonly<Record<EventKind, Endpoint>> = {
  purchase: merchant('purchase', 'Purchase', 'Assess a purchase; the answer carries the decision.'),
  purchaseStatus: merchant('purchaseStatus', 'PurchaseStatus', 'What became of a purchase.'),
  bankEvent: merchant('bankEvent', 'BankEvent', 'What the bank did with a payment of a purchase.'),
  chargeback: merchant('chargeback', 'Chargeback', 'A chargeback of a purchase.'),
  refund: merchant('refund', 'Refund', 'Money given back for a purchase.'),
  updateAccount: merchant('updateAccount', 'UpdateAccount', 'What is known of an account now.'),
  label: merchant('label', 'Label', 'A fraud or non-fraud label.'),
  signUp: merchant('signUp', 'SignUp', 'A sign-up of the purchase generation, without rules.'),
  signUpStatus: merchant('signUpStatus', 'SignUpStatus', 'What became of such a sign-up.'),
  accountCreation: event(
    'accountCreation',
    '/v1.0/action/account/create/:signUpId',
    'Assess the creation of an account; the answer carries the decision.',
  ),
  accountCreationStatus: event(
    'accountCreationStatus',
    '/v1.0/observe/account/create/status/:signUpId',
    'What became of the creation of an account.',
  ),
  accountLogin: event(
    'accountLogin',
    '/v1.0/action/account/login/:userId',
    'Assess a login; the answer carries the decision.',
  ),
  accountLoginStatus: event(
    'accountLoginStatus',
    '/v1.0/observe/account/login/status/:userId',
    'What became of a login.',
  ),
  accountUpdate: event('accountUpdate', '/v1.0/observe/account/update/:userId', 'What changed in an account.'),
  accountLabel: event('accountLabel', '/v1.0/label/account/create/:userId', 'A label of the account generation.'),
};

const defined = (id: string, path: string, summary: string, response: z.ZodType): Endpoint =>
  post(id, path, summary, response, ['ASSESSMENT-UNKNOWN', 'ASSESSMENT-NO-RULE']);

/** Addresses of assessments that customers define; the definition says what a body carries. */
export const PUBLIC_ASSESSMENTS = {
  assessment: defined(
    'assessment',
    '/v1.0/assessment/:apiName',
    'Assess an event of an assessment of your own; the answer carries the decision.',
    wizardAnswerBody,
  ),
  observation: defined(
    'assessmentObservation',
    '/v1.0/assessment/:apiName/observation/:observationApiName',
    'Later events about such an event.',
    purchaseAcceptedBody,
  ),
  label: defined(
    'assessmentLabel',
    '/v1.0/assessment/:apiName/label',
    'A fraud or non-fraud label of such an event.',
    purchaseAcceptedBody,
  ),
  legacy: defined(
    'legacyAssessment',
    '/v1.0/action/assessment/:apiName',
    'Assess an event of a custom assessment of the account generation.',
    accountAnswerBody,
  ),
} as const;
export type PublicAssessment = keyof typeof PUBLIC_ASSESSMENTS;

const branchTest = (name: string, tested: Endpoint): Endpoint =>
  defineEndpoint({
    ...tested,
    id: `public.branchTest.${name}`,
    summary: 'The same decided by a branch of the rules; nothing of it is stored, counted or found by search.',
    path: `${tested.path}/branch/:branchApiName`,
    params: (tested.params as z.ZodObject).extend({ branchApiName: pathId }),
    errors: [...tested.errors, 'BRANCH-UNKNOWN'],
  });

/**
 * Addresses that take test events of a branch (`docs/reference/wire.md#addresses`), of every assessment that has rules.
 */
export const PUBLIC_BRANCH_TESTS = {
  purchase: branchTest('purchase', PUBLIC_EVENTS.purchase),
  accountCreation: branchTest('accountCreation', PUBLIC_EVENTS.accountCreation),
  accountLogin: branchTest('accountLogin', PUBLIC_EVENTS.accountLogin),
  assessment: branchTest('assessment', PUBLIC_ASSESSMENTS.assessment),
  legacy: branchTest('legacyAssessment', PUBLIC_ASSESSMENTS.legacy),
} as const;
export type PublicBranchTest = keyof typeof PUBLIC_BRANCH_TESTS;

/**
 * Where callers send test events of a branch; ids of accounts stay as `{userId}`. `assessmentApiName` is that of an
 * assessment customers defined.
 */
export const branchTestPath = (kind: AssessmentName, assessmentApiName: string, branchApiName: string): string => {
  const address = isBuiltInAssessment(kind) ? kind : kind.startsWith('legacy-') ? 'legacy' : 'assessment';
  const names: Readonly<Record<string, string>> = { apiName: assessmentApiName, branchApiName };
  return PUBLIC_BRANCH_TESTS[address].path.replaceAll(
    /:(\w+)/g,
    (_parameter, name: string) => encodeURIComponent(names[name] ?? '') || `{${name}}`,
  );
};

const LAST_ID = /\/:\w+$/;
const OTHER_LABEL_PATHS = [
  '/v1.0/label/account/login/:userId',
  '/v1.0/label/account/update/:userId',
  '/v1.0/observe/account/label/:userId',
];

/** Other addresses that take the same events, as older integrations call them (`docs/reference/wire.md#addresses`). */
export const publicAliasesOf = (kind: EventKind): readonly string[] => {
  const { path } = PUBLIC_EVENTS[kind];
  const aliases = [path.replace('/v1.0/', '/v0.5/')];
  if (kind === 'purchase') aliases.push('/v0.5/MerchantServices/events/Transaction');
  if (kind === 'accountLabel') aliases.push(...OTHER_LABEL_PATHS);
  // The id in the address is informative: clients may leave it out.
  const withoutId = [path, ...aliases].filter((each) => LAST_ID.test(each)).map((each) => each.replace(LAST_ID, ''));
  return [...aliases, ...withoutId];
};

/** Where the value of a path parameter stands in a body, first choice first. */
const PARAMETER_PLACES: Readonly<Record<string, readonly string[]>> = {
  signUpId: ['metadata.signUpId'],
  userId: ['user.userId', 'metadata.userId', 'metadata.loginId', 'label.labelObjectId'],
};

/** The path an event is posted to: its own ids stand in the place of parameters. */
export const publicEventPath = (kind: EventKind, body: object): string =>
  PUBLIC_EVENTS[kind].path.replaceAll(/:(\w+)/g, (_parameter, name: string) => {
    const places = [...(PARAMETER_PLACES[name] ?? []), EVENT_KINDS[kind].id];
    const id = places.map((place) => textAt(body, place)).find((found) => found !== null);
    return encodeURIComponent(id ?? '-');
  });

export const getHealth = defineEndpoint({
  id: 'public.health',
  summary: 'Answers 200 without a body while the server is up.',
  method: 'GET',
  path: '/api/v1/health',
  permission: 'anonymous',
  response: z.undefined(),
  responseType: 'empty',
});
