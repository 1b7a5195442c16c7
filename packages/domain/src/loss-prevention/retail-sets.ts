import { toMoneyUnits, type JsonObject } from '@redoubt/kernel';
import { dataProblem, type DataProblem, type DataProblemCode } from '../errors/data-problem.ts';
import { PAYMENT_KINDS, RETAIL_KINDS, type PaymentKind, type RetailKind } from './loss-prevention.ts';
import {
  cellsOf,
  field,
  MORE_TILL_COLUMNS,
  needed,
  TILL_KEPT,
  type KeptColumns,
  type RetailField,
} from './till-columns.ts';
import { PAYMENTS_KEPT, SALES_KEPT } from './till-line-columns.ts';

/** Files that loss prevention reads, in the order of their references. */
export const RETAIL_SET_NAMES = [
  'retailTransactions',
  'retailSales',
  'retailPayments',
  'retailPaymentMethods',
] as const;
export type RetailSet = (typeof RETAIL_SET_NAMES)[number];

const TRANSACTION_ID = needed('transactionId', 'text', 'T-1001', 'Id of the transaction', 'transactionNumber');
const LINE = needed('lineNumber', 'integer', '1', 'Number of the line within its transaction', 'lineNum', 'line');

/** What the columns of each file are, the needed ones first. */
export const RETAIL_FIELDS: Readonly<Record<RetailSet, readonly RetailField[]>> = {
  retailTransactions: [
    TRANSACTION_ID,
    needed(
      'receiptDate',
      'dateTime',
      '2026-03-14T10:22:31Z',
      'Time of the receipt',
      'transactionDate',
      'transDate',
      'date',
      'time',
    ),
    needed('staffId', 'text', 'E10017', 'Who worked at the terminal', 'staff', 'cashier', 'operatorId'),
    needed('terminalId', 'text', 'S001-T2', 'The terminal', 'terminal', 'register'),
    needed('storeId', 'text', 'S001', 'The store', 'store', 'operatingUnitNumber'),
    needed(
      'kind',
      'text',
      'sale',
      'sale, return or void; 0 and 1 as Commerce says whether it is a return',
      'saleIsReturnSale',
      'transactionType',
      'type',
    ),
    needed('currency', 'text', 'EUR', 'Three letters', 'currencyCode'),
    needed('netAmount', 'number', '41.90', 'What was paid or given back', 'amount', 'total'),
    field('discountAmount', 'number', '4.00', 'All discounts of the transaction', 'totalDiscAmount', 'discount'),
    field(
      'employeeDiscountAmount',
      'number',
      '0',
      'The part of it that is a discount of employees',
      'employeeDiscount',
    ),
    field('receiptId', 'text', 'R-2001', 'Number on the receipt', 'receipt', 'receiptNumber', 'rReceiptId'),
    ...MORE_TILL_COLUMNS,
  ],
  retailSales: [
    TRANSACTION_ID,
    LINE,
    needed('itemId', 'text', 'SKU-1042', 'The item', 'item', 'sku', 'productId'),
    needed('netAmount', 'number', '19.90', 'What the line came to', 'amount'),
    field('category', 'text', 'Clothing', 'Category of the item', 'categoryName', 'itemCategory'),
    field(
      'discountAmount',
      'number',
      '2.00',
      'All discounts of the line',
      'totalDiscAmount',
      'discAmount',
      'discount',
      'discountAmountWithoutTax',
    ),
    field(
      'manualDiscountAmount',
      'number',
      '0',
      'The part of it that was keyed in',
      'lineManualDiscountAmount',
      'manualDiscount',
    ),
    field(
      'returnTransactionId',
      'text',
      '',
      'The sale that a returned item comes from; empty without a receipt',
      'returnTransaction',
      'returnTransactionNumber',
    ),
    field('transactionStatus', 'text', '', 'Voided, or 1, for a line that was voided'),
    ...SALES_KEPT.details,
    ...SALES_KEPT.customer,
  ],
  retailPayments: [
    TRANSACTION_ID,
    LINE,
    needed('paymentMethodId', 'text', '2', 'How it was paid', 'tenderType', 'tenderTypeId', 'paymentMethod'),
    needed('amount', 'number', '41.90', 'What was paid', 'amountTendered', 'netAmount'),
    field(
      'card',
      'text',
      'card-token-7',
      'A token or masked number that tells cards apart',
      'cardNumber',
      'cardOrAccount',
      'cardToken',
      'merchantPaymentInstrumentId',
    ),
    field('staffId', 'text', '', 'Who took the payment', 'staff'),
    field('transactionStatus', 'text', '', 'Voided, or 1, for a payment that was voided'),
    field('voidStatus', 'text', '', 'Anything but empty, 0 and None for a payment that was voided'),
    ...PAYMENTS_KEPT.details,
    ...PAYMENTS_KEPT.customer,
  ],
  retailPaymentMethods: [
    needed('paymentMethodId', 'text', '2', 'Id of the payment method', 'tenderTypeId', 'paymentMethodNumber', 'id'),
    needed('name', 'text', 'Cards', 'What it is called', 'paymentMethodName', 'description'),
    needed(
      'kind',
      'text',
      'card',
      'cash, card, voucher or other; or the function that Commerce has: Normal, Card, Check, Customer',
      'paymentKind',
      'function',
      'defaultFunction',
    ),
  ],
};

export const isRetailSet = (dataSet: string): dataSet is RetailSet => RETAIL_SET_NAMES.some((name) => name === dataSet);

const KIND_WORDS: Readonly<Record<string, RetailKind>> = {
  ...Object.fromEntries(RETAIL_KINDS.map((kind) => [kind, kind])),
  '0': 'sale',
  '1': 'return',
  no: 'sale',
  yes: 'return',
  sales: 'sale',
  refund: 'return',
  voided: 'void',
};

/** Longest id that a file may hold. */
const MOST_CHARACTERS = 200;

/** What keeps a line from being kept. */
export class RetailProblem extends Error {
  readonly field: string;
  readonly problem: DataProblem;
  constructor(path: string, message: string, code: DataProblemCode, params: DataProblem['params'] = {}) {
    super(message);
    this.field = path;
    this.problem = dataProblem(code, { field: path, ...params });
  }
}

const textOf = (body: JsonObject, path: string): string => {
  const value = body[path];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

const idOf = (body: JsonObject, path: string): string => {
  const id = textOf(body, path);
  if (id === '') throw new RetailProblem(path, 'is empty', 'retailEmpty');
  if (id.length > MOST_CHARACTERS)
    throw new RetailProblem(path, `has more than ${MOST_CHARACTERS} characters`, 'retailLong', {
      most: MOST_CHARACTERS,
    });
  return id;
};

/** Largest amount: sums of a month stay exact. */
const MOST_AMOUNT = 1e9;

/** An amount without its sign: files disagree whether returns are negative. */
const unitsOf = (body: JsonObject, path: string): number => {
  const value = Number(body[path] ?? 0);
  if (!Number.isFinite(value) || Math.abs(value) > MOST_AMOUNT)
    throw new RetailProblem(path, 'is no amount', 'retailAmount');
  return toMoneyUnits(Math.abs(value));
};

const lineOf = (body: JsonObject): number => {
  const line = Number(body['lineNumber']);
  if (!Number.isSafeInteger(line) || line < 0 || line > 1_000_000)
    throw new RetailProblem('lineNumber', 'is no number of a line', 'retailLine');
  return line;
};

/** Commerce has a date and, beside it, the seconds of the day. */
const secondsOf = (body: JsonObject): number => {
  const seconds = Number(body['transactionTime'] ?? 0);
  if (!(seconds >= 0 && seconds < 86_400)) throw new RetailProblem('transactionTime', 'is no time', 'retailTime');
  return seconds;
};

const timeOf = (body: JsonObject): string => {
  const dateMs = Date.parse(textOf(body, 'receiptDate'));
  const atMs = dateMs % 86_400_000 === 0 ? dateMs + 1000 * secondsOf(body) : dateMs;
  const year = new Date(atMs).getUTCFullYear();
  if (!(year >= 1970 && year < 2200)) throw new RetailProblem('receiptDate', 'is no time', 'retailTime');
  return new Date(atMs).toISOString();
};

/**
 * How Commerce says that a transaction or line was voided: the member of `RetailEntryStatus`, or its number.
 * Source: learn.microsoft.com/previous-versions/dynamics/ax-2012/reference/hh864936(v=ax.60).
 */
const VOIDED: ReadonlySet<string> = new Set(['voided', '1']);
/** How `voidStatus` says that a payment was not voided. */
const NOT_VOIDED: ReadonlySet<string> = new Set(['', '0', 'none', 'no', 'false', 'normal']);

const isVoided = (body: JsonObject): boolean =>
  VOIDED.has(textOf(body, 'transactionStatus').toLowerCase()) ||
  !NOT_VOIDED.has(textOf(body, 'voidStatus').toLowerCase());

const kindOf = (body: JsonObject): RetailKind => {
  if (isVoided(body)) return 'void';
  const kind = KIND_WORDS[textOf(body, 'kind').toLowerCase()];
  if (kind === undefined) throw new RetailProblem('kind', 'is neither sale, return nor void', 'retailKind');
  return kind;
};

const currencyOf = (body: JsonObject): string => {
  const currency = textOf(body, 'currency').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency))
    throw new RetailProblem('currency', 'is no currency code of three letters', 'retailCurrency');
  return currency;
};

/**
 * What the functions of payment methods in Commerce are: members of `RetailTenderFunction`, and their numbers. Cash is `Normal`.
 * Source: learn.microsoft.com/previous-versions/dynamics/ax-2012/reference/hh865133(v=ax.60).
 */
const PAYMENT_WORDS: Readonly<Record<string, PaymentKind>> = {
  ...Object.fromEntries(PAYMENT_KINDS.map((kind) => [kind, kind])),
  normal: 'cash',
  '0': 'cash',
  '1': 'card',
  check: 'other',
  '2': 'other',
  customer: 'other',
  '3': 'other',
  tenderremovefloat: 'other',
  '4': 'other',
};

const paymentKindOf = (body: JsonObject): PaymentKind => {
  const kind = PAYMENT_WORDS[textOf(body, 'kind').toLowerCase()];
  if (kind === undefined)
    throw new RetailProblem('kind', 'is neither cash, card, voucher nor other', 'retailPaymentKind');
  return kind;
};

/** Longest text of a column that is kept as it is: the longest one that Commerce exports. */
const MOST_DETAIL_CHARACTERS = 400;

/** What is kept of the columns that a line can do without. */
const keptOf = (body: JsonObject, columns: KeptColumns) => {
  const kept = { details: cellsOf(columns.details, body), customer: cellsOf(columns.customer, body) };
  for (const [path, cell] of Object.entries({ ...kept.details, ...kept.customer }))
    if (String(cell).length > MOST_DETAIL_CHARACTERS)
      throw new RetailProblem(path, `has more than ${MOST_DETAIL_CHARACTERS} characters`, 'retailLong', {
        most: MOST_DETAIL_CHARACTERS,
      });
  return kept;
};

/** What each line of a file becomes. @throws `RetailProblem`. */
export const RETAIL_ROWS = {
  retailTransactions: (body: JsonObject) => ({
    ...keptOf(body, TILL_KEPT),
    manualDiscount: unitsOf(body, 'totalManualDiscountAmount'),
    hasOriginal: textOf(body, 'refundReceiptId') !== '',
    transactionId: idOf(body, 'transactionId'),
    receiptAt: timeOf(body),
    storeId: idOf(body, 'storeId'),
    terminalId: idOf(body, 'terminalId'),
    staffCode: idOf(body, 'staffId'),
    receiptId: textOf(body, 'receiptId').slice(0, MOST_CHARACTERS) || null,
    kind: kindOf(body),
    currency: currencyOf(body),
    amount: unitsOf(body, 'netAmount'),
    discount: unitsOf(body, 'discountAmount'),
    employeeDiscount: unitsOf(body, 'employeeDiscountAmount'),
  }),
  retailSales: (body: JsonObject) => ({
    ...keptOf(body, SALES_KEPT),
    isVoided: isVoided(body),
    transactionId: idOf(body, 'transactionId'),
    line: lineOf(body),
    itemId: idOf(body, 'itemId'),
    category: textOf(body, 'category').slice(0, MOST_CHARACTERS),
    amount: unitsOf(body, 'netAmount'),
    discount: unitsOf(body, 'discountAmount'),
    manualDiscount: unitsOf(body, 'manualDiscountAmount'),
    hasOriginal: textOf(body, 'returnTransactionId') !== '',
  }),
  retailPayments: (body: JsonObject) => ({
    ...keptOf(body, PAYMENTS_KEPT),
    isVoided: isVoided(body),
    /** As tills have it; null where the file does not say. */
    staffCode: textOf(body, 'staffId') === '' ? null : idOf(body, 'staffId'),
    transactionId: idOf(body, 'transactionId'),
    line: lineOf(body),
    methodId: idOf(body, 'paymentMethodId'),
    amount: unitsOf(body, 'amount'),
    card: textOf(body, 'card') || null,
  }),
  retailPaymentMethods: (body: JsonObject) => ({
    methodId: idOf(body, 'paymentMethodId'),
    name: textOf(body, 'name').slice(0, MOST_CHARACTERS) || idOf(body, 'paymentMethodId'),
    kind: paymentKindOf(body),
  }),
} as const;

/** A line of a file that can be kept. */
export type RetailRow = {
  readonly [Name in RetailSet]: { readonly set: Name; readonly row: ReturnType<(typeof RETAIL_ROWS)[Name]> };
}[RetailSet];
export type RetailRowOf<Name extends RetailSet> = ReturnType<(typeof RETAIL_ROWS)[Name]>;

/** The row of a line whose columns were mapped. @throws `RetailProblem`. */
export const retailRowOf = (set: RetailSet, body: JsonObject): RetailRow =>
  ({ set, row: RETAIL_ROWS[set](body) }) as RetailRow;
