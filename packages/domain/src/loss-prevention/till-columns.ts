import type { JsonObject } from '@redoubt/kernel';

/** A column of a file of loss prevention. */
export type RetailField = {
  readonly path: string;
  readonly type: 'text' | 'number' | 'integer' | 'dateTime';
  readonly required: boolean;
  readonly description: string;
  /** What Dynamics 365 Commerce, and others, call it. */
  readonly names: readonly string[];
  /** A cell of the sample file. */
  readonly example: string;
};

/** A column that a file can do without. */
export const field = (
  path: string,
  type: RetailField['type'],
  example: string,
  description: string,
  ...names: readonly string[]
): RetailField => ({ path, type, required: false, description, names, example });

/** A column that no line can do without. */
export const needed = (...of: Parameters<typeof field>): RetailField => ({ ...field(...of), required: true });

/**
 * Columns of till transactions that scores read beside the needed ones.
 *
 * Source: the schema *Transactions* that Dynamics 365 Fraud Protection published for loss prevention. Its 63 columns are these, those
 * below, and ten that have a place of their own in the file (transaction, date, staff, terminal, store, kind, currency, net amount,
 * discount and receipt).
 */
const READ_COLUMNS: readonly RetailField[] = [
  field('transactionTime', 'integer', '37351', 'Seconds since midnight, where the date says no time'),
  field('transactionStatus', 'text', '', 'Voided, or 1, for a transaction that was voided'),
  field('refundReceiptId', 'text', '', 'Of a return: the receipt of the sale'),
  field('totalManualDiscountAmount', 'number', '0', 'Discount that was keyed in on the total'),
];

/** Columns that name or may name a customer. They are kept apart, and go when the person is erased. */
const CUSTOMER_COLUMNS: readonly RetailField[] = [
  field('customerAccount', 'text', '', 'Account of the customer'),
  field('loyaltyCardId', 'text', '', 'Loyalty card of the customer'),
  field('comment', 'text', '', 'Comment on the transaction'),
  field('invoiceId', 'text', '', 'Invoice that a customer pays'),
  field('salesOrderId', 'text', '', 'Order with a delivery'),
  field('channelReferenceId', 'text', '', 'Order number of the sales channel'),
  field('logisticsLocationId', 'text', '', 'Id of the address of delivery'),
  field('logisticsPostalStreet', 'text', '', 'Street of delivery'),
  field('logisticsPostalCity', 'text', '', 'City of delivery'),
  field('logisticsPostalCounty', 'text', '', 'County of delivery'),
  field('logisticsPostalState', 'text', '', 'State of delivery'),
  field('logisticsPostalZipCode', 'text', '', 'Postal code of delivery'),
  field('logisticsPostalAddressValidFrom', 'dateTime', '', 'From when on the address of delivery holds'),
  field('logisticsPostalAddressValidTo', 'dateTime', '', 'Until when it holds', 'logisticPostalAddressValidTo'),
];

/** Columns about the sale, the till and its export, which are kept as they are. */
const DETAIL_COLUMNS: readonly RetailField[] = [
  field('grossAmount', 'number', '45.90', 'Amount before discounts'),
  field('paymentAmount', 'number', '41.90', 'Amount of the payment'),
  field('netPrice', 'number', '', 'Price before discounts and tax'),
  field('costAmount', 'number', '', 'Cost of the items'),
  field('totalDiscountAmount', 'number', '', 'Discount on the total'),
  field('totalManualDiscountPercentage', 'number', '', 'Percentage that was keyed in on the total'),
  field('customerDiscountAmount', 'number', '', 'Discount that the customer has on every purchase'),
  field('discountAmountWithoutTax', 'number', '', 'Discount without tax'),
  field('salesInvoiceAmount', 'number', '', 'Amount of the invoice, where part of an order is collected'),
  field('salesOrderAmount', 'number', '', 'Amount of the order'),
  field('salesPaymentDifference', 'number', '', 'What is left after a payment'),
  field('incomeExpenseAmount', 'number', '', 'Amount put into the drawer, or taken out of it'),
  field('amountPostedToAccount', 'number', '', 'Amount posted to the ledger'),
  field('exchangeRate', 'number', '', 'Rate of a currency that is not the store’s'),
  field('shift', 'text', '1', 'Shift of the till'),
  field('batchId', 'integer', '', 'Id of the shift'),
  field('siteId', 'text', '', 'Region of the store'),
  field('warehouse', 'text', '', 'Warehouse of the store'),
  field('deliveryMode', 'text', '', 'How it is delivered'),
  field('shippingDateRequested', 'dateTime', '', 'When it is to be sent'),
  field('postAsShipment', 'text', '', 'Whether it is sent'),
  field('itemsPosted', 'text', '', 'Whether, or how many, items are posted'),
  field('infocodeDiscountGroup', 'text', '', 'Code of the reason for a discount'),
  field('taxCalculationType', 'text', '', 'What the tax is calculated by'),
  field('toAccount', 'text', '', 'Whether it goes to the account of the customer'),
  field('transactionType', 'text', '', 'Sale at the till, order, or another type'),
  field('createdOffline', 'text', '', 'Whether the till had no connection'),
  field('transferStatus', 'text', '', 'State of the transfer between warehouses'),
  field('retailNcrExported', 'text', '', 'Whether it was sent to another back office'),
  field('dataAreaId', 'text', '', 'The company'),
  field('partition', 'text', '', 'Partition of the export'),
  field('definitionGroup', 'text', '', 'Group of the export'),
  field('executionId', 'text', '', 'Run of the export'),
  field('isSelected', 'text', '', 'Mark of the export'),
  field('syncStartDateTime', 'dateTime', '', 'When the export began'),
];

/** Columns of till transactions beyond those of the needed ones. */
export const MORE_TILL_COLUMNS: readonly RetailField[] = [...READ_COLUMNS, ...DETAIL_COLUMNS, ...CUSTOMER_COLUMNS];

/** Cells of a line by column; columns without a cell are left out. */
export type TillCells = Readonly<Record<string, string | number>>;

/** What a line says in some columns; null where it says nothing. */
export const cellsOf = (columns: readonly RetailField[], body: JsonObject): TillCells | null => {
  const cells = columns.flatMap(({ path }): readonly (readonly [string, string | number])[] => {
    const value = body[path];
    if (typeof value === 'number') return [[path, value]];
    return typeof value === 'string' && value.trim() !== '' ? [[path, value.trim()]] : [];
  });
  return cells.length === 0 ? null : Object.fromEntries(cells);
};

/** Columns of a file that are kept as they are; those that name or may name a customer apart. */
export type KeptColumns = { readonly details: readonly RetailField[]; readonly customer: readonly RetailField[] };

export const TILL_KEPT: KeptColumns = { details: DETAIL_COLUMNS, customer: CUSTOMER_COLUMNS };
