import {
  ACCOUNT_CREATION,
  ACCOUNT_CREATION_STATUS,
  ACCOUNT_LOGIN,
  ACCOUNT_LOGIN_STATUS,
  ACCOUNT_UPDATE,
} from './account-schemas.ts';
import type { EventKind } from './event-kinds.ts';
import { BANK_EVENT, CHARGEBACK, PURCHASE_STATUS, REFUND, UPDATE_ACCOUNT } from './follow-up-schemas.ts';
import { ACCOUNT_LABEL, LABEL } from './label-schemas.ts';
import { PURCHASE } from './purchase-schema.ts';
import type { BodyObject } from './schema/body-type.ts';
import type { ObjectSchema } from './schema/object-schema.ts';
import { SIGN_UP, SIGN_UP_STATUS } from './sign-up-schemas.ts';

const TABLE = {
  purchase: PURCHASE,
  purchaseStatus: PURCHASE_STATUS,
  bankEvent: BANK_EVENT,
  chargeback: CHARGEBACK,
  refund: REFUND,
  updateAccount: UPDATE_ACCOUNT,
  label: LABEL,
  signUp: SIGN_UP,
  signUpStatus: SIGN_UP_STATUS,
  accountCreation: ACCOUNT_CREATION,
  accountCreationStatus: ACCOUNT_CREATION_STATUS,
  accountLogin: ACCOUNT_LOGIN,
  accountLoginStatus: ACCOUNT_LOGIN_STATUS,
  accountUpdate: ACCOUNT_UPDATE,
  accountLabel: ACCOUNT_LABEL,
} as const;

/** The body of a kind of event as merchants send it. */
export type EventBody<Kind extends EventKind> = BodyObject<(typeof TABLE)[Kind]>;

/**
 * The body of every event kind: one table that the public API validates with, the rule editor completes from and the
 * checker reads types from.
 */
export const EVENT_SCHEMAS: Readonly<Record<EventKind, ObjectSchema>> = TABLE;
