import type { FieldDimension, SearchableType } from '@redoubt/domain';

/** The table that says what can be searched and how; the wire's `SEARCH_FIELDS` in columns. */
export const SEARCH_COLUMNS = {
  eventId: { column: 'event_id', type: 'text' },
  decision: { column: 'decision', type: 'text' },
  reason: { column: 'reason', type: 'text' },
  rule: { column: 'rule', type: 'text' },
  clause: { column: 'clause', type: 'text' },
  amount: { column: 'amount_units', type: 'money' },
  currency: { column: 'currency', type: 'text' },
  userId: { column: 'user_id', type: 'text' },
  userName: { column: 'user_name', type: 'text' },
  email: { column: 'email', type: 'text' },
  ipAddress: { column: 'ip_address', type: 'text' },
  country: { column: 'country', type: 'text' },
  deviceId: { column: 'device_id', type: 'text' },
  paymentInstrumentId: { column: 'payment_instrument_id', type: 'text' },
  /** Found by its links alone. */
  cardNumberStart: { column: null, type: 'text' },
  /** A clause, or a rule, whose condition held, and one that decided; found by their links alone. */
  hit: { column: null, type: 'text' },
  decidedBy: { column: null, type: 'text' },
  /** What a decision lacked; found by its links alone. */
  degraded: { column: null, type: 'text' },
  riskScore: { column: 'risk_score', type: 'integer' },
  fraudLabel: { column: 'fraud_label', type: 'text' },
  status: { column: 'status', type: 'text' },
  /** A kind of observation that search has joined to the event. */
  observation: { column: null, type: 'text' },
} as const;

export type SearchField = keyof typeof SEARCH_COLUMNS;

/** Whether events can be searched by a field of that name; own fields and report fields aside. */
export const isSearchField = (name: string): name is SearchField => Object.hasOwn(SEARCH_COLUMNS, name);

export type SearchFilter = {
  readonly field: SearchField | OwnField | FieldDimension;
  readonly operator: 'is' | 'isNot' | 'startsWith' | 'atLeast' | 'atMost' | 'between' | 'isEmpty' | 'isNotEmpty';
  /** Several mean any of them; of `between`, which joins two bounds of an own field, the lower one and the upper. */
  readonly values: readonly string[];
  /** Of a range of an own field: so few rows lie in it that the search starts from them (`chooseRange`). */
  readonly startsHere?: true;
  /** Of values that are found by how they begin: those that are stored, where they are few (`nameStoredValues`). */
  readonly stored?: readonly StoredValue[];
};

/** A value that leads to events, with the number of its attribute. */
export type StoredValue = { readonly attribute: number; readonly value: string };

/** A field of a defined assessment, or an attribute made searchable, in the spelling it is kept under. */
export type OwnField = { readonly path: string; readonly type: SearchableType };
