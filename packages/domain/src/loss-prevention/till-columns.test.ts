import { expect, it } from 'vitest';
import { createRowMapper } from '../event-maps/row-mapper.ts';
import { eventMapOf, mappingProblems, suggestMapping } from '../uploads/mapping.ts';
import { retailRowOf } from './retail-sets.ts';

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
  expect(() => rowOf({ ...CELLS, COMMENT: 'x'.repeat(301) })).toThrow('has more than 300 characters');
});

it('lets a type of transaction say the kind where nothing else does', () => {
  const mapping = suggestMapping('retailTransactions', ['transactionType']);
  expect(mapping).toContainEqual({ field: 'kind', source: { column: 'transactionType' } });
});
