import type { BuiltInAssessment } from '../events/event-kinds.ts';

const PURCHASE_PLACES = [
  ['Email', 'user.email'],
  ['Payment', 'paymentInstrumentList.merchantPaymentInstrumentId'],
  ['IP', 'deviceContext.ipAddress'],
  ['User', 'user.userId'],
  ['Device', 'deviceContext.externalDeviceId'],
] as const;

const LOGIN_PLACES = [
  ['IP', 'device.ipAddress'],
  ['User', 'user.userId'],
  ['Device', 'device.externalDeviceId'],
] as const;

const CREATION_PLACES = [
  ['Email', 'email.emailValue'],
  ['Payment', 'paymentInstruments.merchantPaymentInstrumentId'],
  ...LOGIN_PLACES,
] as const;

/** Where events of an assessment carry what each support list holds. */
const PLACES: Readonly<Record<BuiltInAssessment, readonly (readonly [list: string, path: string])[]>> = {
  purchase: PURCHASE_PLACES,
  accountCreation: CREATION_PLACES,
  accountLogin: LOGIN_PLACES,
};

/** What is to hold before a rule decides by support lists, for one status: some value of the event has it. */
const anyHas = (question: 'IsSafe' | 'IsBlock', assessment: BuiltInAssessment): string =>
  PLACES[assessment].map(([list, path]) => `${question}("${list} Support List", @"${path}")`).join('\n  || ');

export const SUPPORT_RULE_NAME = 'Default Support Rule';

/**
 * Clauses of the rule that honours support lists (`docs/reference/deciding.md#rules`): what is blocked is rejected,
 * then what is safe approved.
 */
export const supportClausesOf = (assessment: BuiltInAssessment) =>
  [
    { key: 'block', code: `RETURN Reject("SUPPORT_LIST_BLOCK")\nWHEN ${anyHas('IsBlock', assessment)}` },
    { key: 'safe', code: `RETURN Approve("SUPPORT_LIST_SAFE")\nWHEN ${anyHas('IsSafe', assessment)}` },
  ] as const;
