import { expect, it } from 'vitest';
import { createRowMapper } from '../event-maps/row-mapper.ts';
import { eventMapOf, mappingProblems, suggestMapping } from '../uploads/mapping.ts';
import { retailRowOf, type RetailSet } from './retail-sets.ts';

/** The columns of the published schema, in its order. */
const PUBLISHED =
  `AMOUNTPOSTEDTOACCOUNT BATCHID CHANNELREFERENCEID COMMENT COSTAMOUNT CREATEDOFFLINE CURRENCY CUSTOMERACCOUNT
CUSTOMERDISCOUNTAMOUNT DATAAREAID DEFINITIONGROUP DELIVERYMODE DISCOUNTAMOUNT DISCOUNTAMOUNTWITHOUTTAX EXCHANGERATE EXECUTIONID
GROSSAMOUNT INCOMEEXPENSEAMOUNT INFOCODEDISCOUNTGROUP INVOICEID ISSELECTED ITEMSPOSTED LOGISTICPOSTALADDRESSVALIDTO
LOGISTICSLOCATIONID LOGISTICSPOSTALADDRESSVALIDFROM LOGISTICSPOSTALCITY LOGISTICSPOSTALCOUNTY LOGISTICSPOSTALSTATE
LOGISTICSPOSTALSTREET LOGISTICSPOSTALZIPCODE LOYALTYCARDID NETAMOUNT NETPRICE OPERATINGUNITNUMBER PARTITION PAYMENTAMOUNT
POSTASSHIPMENT REFUNDRECEIPTID RETAILNCREXPORTED RRECEIPTID SALEISRETURNSALE SALESINVOICEAMOUNT SALESORDERAMOUNT SALESORDERID
SALESPAYMENTDIFFERENCE SHIFT SHIPPINGDATEREQUESTED SITEID STAFF SYNCSTARTDATETIME TAXCALCULATIONTYPE TERMINAL TOACCOUNT
TOTALDISCOUNTAMOUNT TOTALMANUALDISCOUNTAMOUNT TOTALMANUALDISCOUNTPERCENTAGE TRANSACTIONDATE TRANSACTIONNUMBER
TRANSACTIONSTATUS TRANSACTIONTIME TRANSACTIONTYPE TRANSFERSTATUS WAREHOUSE`.split(/\s+/);

const rowOf = (cells: Readonly<Record<string, string>>) => {
  const mapping = suggestMapping('retailTransactions', PUBLISHED);
  const mapRow = createRowMapper(eventMapOf('retailTransactions', mapping), PUBLISHED);
  return retailRowOf('retailTransactions', mapRow(PUBLISHED.map((column) => cells[column] ?? '')).event).row;
};
const CELLS = {
  TRANSACTIONNUMBER: 'T-1',
  TRANSACTIONDATE: '2026-03-14T00:00:00Z',
  TRANSACTIONTIME: '37351',
  STAFF: 'E1',
  TERMINAL: 'S1-T1',
  OPERATINGUNITNUMBER: 'S1',
  SALEISRETURNSALE: '1',
  CURRENCY: 'EUR',
  NETAMOUNT: '-41.90',
  TOTALMANUALDISCOUNTAMOUNT: '2.5',
  REFUNDRECEIPTID: 'R-0',
  SHIFT: '3',
  CUSTOMERACCOUNT: 'C-9',
};

it('takes each of the 63 published columns under its name', () => {
  expect(PUBLISHED).toHaveLength(63);
  const mapping = suggestMapping('retailTransactions', PUBLISHED);
  const used = new Set(mapping.map(({ source }) => ('column' in source ? source.column : '')));
  expect(PUBLISHED.filter((column) => !used.has(column))).toEqual([]);
  expect(mappingProblems('retailTransactions', mapping, PUBLISHED)).toEqual([]);
});

it('reads time, receipt and keyed discount from them, and keeps what is about the customer apart', () => {
  expect(rowOf(CELLS)).toMatchObject({
    receiptAt: '2026-03-14T10:22:31.000Z',
    kind: 'return',
    hasOriginal: true,
    manualDiscount: 25_000,
    details: { shift: '3' },
    customer: { customerAccount: 'C-9' },
  });
  expect(rowOf({ ...CELLS, TRANSACTIONSTATUS: 'Voided' })).toMatchObject({ kind: 'void' });
});

it('refuses a second that no day has, and a text without end', () => {
  expect(() => rowOf({ ...CELLS, TRANSACTIONTIME: '90000' })).toThrow('is no time');
  expect(() => rowOf({ ...CELLS, COMMENT: 'x'.repeat(401) })).toThrow('has more than 400 characters');
});

it('lets a type of transaction say the kind where nothing else does', () => {
  const mapping = suggestMapping('retailTransactions', ['transactionType']);
  expect(mapping).toContainEqual({ field: 'kind', source: { column: 'transactionType' } });
});

const SALES =
  `DEFINITIONGROUP EXECUTIONID ISSELECTED TRANSFERSTATUS SALESTAXGROUP ITEMSALESTAXGROUP TERMINAL TRANSACTIONNUMBER
BARCODE COSTAMOUNT CURRENCY CUSTOMERACCOUNT CUSTOMERDISCOUNT CUSTOMERINVOICEDISCOUNTAMOUNT CASHDISCOUNTAMOUNT PRICEGROUPS
OFFERNUMBER DISCOUNTAMOUNTFORPRINTING MODEOFDELIVERY ELECTRONICDELIVERYEMAIL RETAILEMAILADDRESSCONTENT GIFTCARD
REASONCODEDISCOUNT WAREHOUSE SERIALNUMBER SITEID INVENTORYSTATUS LOTID ITEMID PRODUCTSCANNED ITEMRELATION KEYBOARDPRODUCTENTRY
LINEDISCOUNT LINEMANUALDISCOUNTAMOUNT LINEMANUALDISCOUNTPERCENTAGE LINENUMBER ISLINEDISCOUNTED ISLINKEDPRODUCTNOTORIGINAL
CHANNELLISTINGID NETAMOUNT NETAMOUNTINCLUSIVETAX NETPRICE ISORIGINALOFLINKEDPRODUCTLIST ORIGINALPRICE ORIGINALSALESTAXGROUP
ORIGINALITEMSALESTAXGROUP PERIODICDISCOUNTAMOUNT PERIODICDISCOUNTGROUP PERIODICDISCOUNTPERCENTAGE PRICE ISPRICECHANGE
PRICEINBARCODE QUANTITY REQUESTEDRECEIPTDATE RECEIPTNUMBER RETURNLINENUMBER ISRETURNNOSALE RETURNQUANTITY RETURNTERMINAL
RETURNTRANSACTIONNUMBER RFIDTAGID ISSCALEPRODUCT SECTIONNUMBER SHELFNUMBER REQUESTEDSHIPDATE STANDARDNETPRICE SALESTAXAMOUNT
TOTALDISCOUNT TOTALDISCOUNTINFOCODELINENUM TOTALDISCOUNTPERCENTAGE TRANSACTIONCODE TRANSACTIONSTATUS UNIT UNITPRICE
UNITQUANTITY VARIANTNUMBER ISWEIGHTPRODUCT ISWEIGHTMANUALLYENTERED CATEGORYNAME CATEGORYHIERARCHYNAME
LOGISTICSPOSTALADDRESSVALIDFROM LOGISTICLOCATIONID OPERATINGUNITNUMBER RETURNOPERATINGUNITNUMBER ITEMCOLOR ITEMSIZE ITEMSTYLE
ITEMCONFIGID SKIPREPORTS LINEPERCENTAGEDISCOUNT DISCOUNTAMOUNTWITHOUTTAX PARTITION DATAAREAID SYNCSTARTDATETIME`.split(
    /\s+/,
  );
const PAYMENTS =
  `DEFINITIONGROUP EXECUTIONID ISSELECTED TRANSFERSTATUS AMOUNTINTENDEREDCURRENCY AMOUNTINACCOUNTINGCURRENCY
AMOUNTTENDERED MERCHANTPAYMENTINSTRUMENTTYPEID ISCHANGELINE CREDITVOUCHERID CURRENCYCODE EXCHANGERATEINTENDEREDCURRENCY
EXCHANGERATEINACCOUNTINGCURRENCY GIFTCARDID ISPREPAYMENT LINENUMBER LOYALTYCARDID QUANTITY RECEIPTID TENDERTYPE TERMINAL
TRANSACTIONNUMBER TRANSACTIONSTATUS OPERATINGUNITNUMBER MERCHANTPAYMENTINSTRUMENTID ACCOUNTNUMBER VOIDSTATUS
AMOUNTTENDEREDADJUSTMENT STAFF PARTITION DATAAREAID SYNCSTARTDATETIME`.split(/\s+/);
const METHODS = ['PAYMENTMETHODNUMBER', 'DEFAULTFUNCTION', 'NAME'];

const rowIn = (set: RetailSet, columns: readonly string[], cells: Readonly<Record<string, string>>) => {
  const mapRow = createRowMapper(eventMapOf(set, suggestMapping(set, columns)), columns);
  return retailRowOf(set, mapRow(columns.map((column) => cells[column] ?? '')).event).row;
};

it.each([
  ['retailSales', SALES, 94],
  ['retailPayments', PAYMENTS, 32],
  ['retailPaymentMethods', METHODS, 3],
] as const)('takes each published column of %s under its name', (set, columns, count) => {
  expect(new Set(columns).size).toBe(count);
  const mapping = suggestMapping(set, columns);
  const used = new Set(mapping.map(({ source }) => ('column' in source ? source.column : '')));
  expect(columns.filter((column) => !used.has(column))).toEqual([]);
  expect(mappingProblems(set, mapping, columns)).toEqual([]);
});

it('reads lines of sales and payments as Commerce writes them, and tells those that were voided', () => {
  const sale = {
    TRANSACTIONNUMBER: 'T-1',
    LINENUMBER: '1.0000000000000000',
    ITEMID: 'SKU-1',
    NETAMOUNT: '-19.900000',
    DISCOUNTAMOUNTWITHOUTTAX: '2.000000',
    RETURNTRANSACTIONNUMBER: 'T-0',
    QUANTITY: '2.000000',
    ELECTRONICDELIVERYEMAIL: 'ann@shop.example',
  };
  expect(rowIn('retailSales', SALES, sale)).toMatchObject({
    line: 1,
    amount: 199_000,
    discount: 20_000,
    hasOriginal: true,
    isVoided: false,
    details: { quantity: 2 },
    customer: { electronicDeliveryEmail: 'ann@shop.example' },
  });
  expect(rowIn('retailSales', SALES, { ...sale, TRANSACTIONSTATUS: '1' })).toMatchObject({ isVoided: true });
  const payment = { TRANSACTIONNUMBER: 'T-1', LINENUMBER: '1', TENDERTYPE: '2', AMOUNTTENDERED: '5', STAFF: 'E1' };
  expect(rowIn('retailPayments', PAYMENTS, { ...payment, VOIDSTATUS: '0', GIFTCARDID: 'G-1' })).toMatchObject({
    staffCode: 'E1',
    isVoided: false,
    details: null,
    customer: { giftCardId: 'G-1' },
  });
  expect(rowIn('retailPayments', PAYMENTS, { ...payment, VOIDSTATUS: '1' })).toMatchObject({ isVoided: true });
});

it('knows the functions of payment methods in Commerce', () => {
  const kindOf = (word: string) =>
    rowIn('retailPaymentMethods', METHODS, { PAYMENTMETHODNUMBER: '1', DEFAULTFUNCTION: word, NAME: 'x' });
  expect(['Normal', 'Card', 'Check', 'voucher', '1'].map((word) => kindOf(word))).toMatchObject(
    ['cash', 'card', 'other', 'voucher', 'card'].map((kind) => ({ kind })),
  );
  expect(() => kindOf('barter')).toThrow('neither cash');
});
