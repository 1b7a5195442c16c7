import { listKey, listNameKey } from '../lists/list.ts';
import { isEmailAddress } from '../text/email-address.ts';
import { isIpAddress } from './ip-address.ts';

/** What support lists are about: one list each (`docs/reference/deciding.md#lists`). */
export const SUPPORT_ENTITIES = ['email', 'paymentInstrument', 'ipAddress', 'userId', 'deviceId'] as const;
export type SupportEntity = (typeof SUPPORT_ENTITIES)[number];

/** What a support list says of a value. */
export const SUPPORT_STATUSES = ['Safe', 'Watch', 'Block'] as const;
export type SupportListStatus = (typeof SUPPORT_STATUSES)[number];

/** Where a status was given. */
export const SUPPORT_SOURCES = ['ListPage', 'EventPage', 'Support', 'Case', 'Api'] as const;
export type SupportSource = (typeof SUPPORT_SOURCES)[number];

type SupportListDefinition = {
  readonly entity: SupportEntity;
  /** As rules write it. */
  readonly name: string;
  /** Column that holds the values, beside `Key`. */
  readonly column: string;
  /** Where events carry such a value. */
  readonly attribute: string;
};

/** The five lists every environment has, under the names rules know them by (`docs/language/decisions.md` A-23). */
export const SUPPORT_LISTS: readonly SupportListDefinition[] = [
  { entity: 'email', name: 'Email Support List', column: 'Emails', attribute: 'user.email' },
  {
    entity: 'paymentInstrument',
    name: 'Payment Support List',
    column: 'PaymentInstruments',
    attribute: 'paymentInstrumentList.merchantPaymentInstrumentId',
  },
  { entity: 'ipAddress', name: 'IP Support List', column: 'IPs', attribute: 'deviceContext.ipAddress' },
  { entity: 'userId', name: 'User Support List', column: 'UserIds', attribute: 'user.userId' },
  { entity: 'deviceId', name: 'Device Support List', column: 'DeviceIds', attribute: 'deviceContext.externalDeviceId' },
];

/** Columns of a support list besides the one named after its values. */
export const SUPPORT_COLUMNS = ['Key', 'Status', 'Reason', 'ExpirationDate', 'Comments'] as const;

/** Longest value, reason and comment. */
const MAX_SUPPORT_VALUE = 256;
export const MAX_SUPPORT_REASON = 200;
export const MAX_SUPPORT_COMMENTS = 1000;
/** Lines of one change. */
export const MAX_SUPPORT_LINES = 10_000;
/**
 * The same for those who set a status from an event or the support page and may not write lists: one case concerns a
 * few values, and what they set in an hour is bounded too.
 */
export const MAX_SUPPORT_LINES_OF_CASE = 20;
export const MAX_SUPPORT_LINES_OF_CASES_PER_HOUR = 200;

export const supportListOf = (entity: SupportEntity): SupportListDefinition => {
  const found = SUPPORT_LISTS.find((list) => list.entity === entity);
  if (!found) throw new Error(`there is no support list about ${entity}`);
  return found;
};

/** The five lists with their columns, as the checker of the language takes lists. */
export const SUPPORT_LIST_TABLES: readonly { readonly name: string; readonly columns: readonly string[] }[] =
  SUPPORT_LISTS.map(({ name, column }) => ({ name, columns: [column, ...SUPPORT_COLUMNS] }));

/** Whether a name is that of a support list, as names of lists are compared. */
export const isSupportListName = (name: string): boolean =>
  SUPPORT_LISTS.some((list) => listNameKey(list.name) === listNameKey(name));

export type SupportValueProblem = 'empty' | 'tooLong' | 'unreadable' | 'notEmail' | 'notIpAddress';

/** Why a text cannot be an entry of a support list; null where it can. Takes the text trimmed. */
export const supportValueProblem = (entity: SupportEntity, value: string): SupportValueProblem | null => {
  if (value === '') return 'empty';
  if (value.length > MAX_SUPPORT_VALUE) return 'tooLong';
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) return 'unreadable';
  if (entity === 'email' && !isEmailAddress(value)) return 'notEmail';
  if (entity === 'ipAddress' && !isIpAddress(value)) return 'notIpAddress';
  return null;
};

/** The form in which values are compared: as keys of custom lists are. */
export const supportKey = listKey;
