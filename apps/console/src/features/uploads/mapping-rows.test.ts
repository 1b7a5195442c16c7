import { suggestMapping } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { freeFields, mappingRows, ownFieldOf, readValue, unusedColumns, withSource } from './mapping-rows.ts';

const COLUMNS = ['Order ID', 'Created at', 'Total', 'Shop floor'];
const PROPOSED = suggestMapping('purchases', COLUMNS);
const rowOf = (mapping: typeof PROPOSED, wanted: string) =>
  mappingRows('purchases', mapping, COLUMNS).find(({ field }) => field === wanted);

describe('the rows of a mapping', () => {
  it('begin with what every event needs, and say what the names of columns propose', () => {
    const [first] = mappingRows('purchases', PROPOSED, COLUMNS);
    expect(first).toMatchObject({ isRequired: true, isProposed: true, problem: null });
    const changed = withSource(PROPOSED, 'totalAmount', { constant: 'x' });
    expect(rowOf(changed, 'totalAmount')).toMatchObject({ isProposed: false, problem: 'value' });
  });

  it('say what is missing, and what fills a field from a column that the file does not have', () => {
    const without = withSource(PROPOSED, 'purchaseId', null);
    expect(rowOf(without, 'purchaseId')).toMatchObject({ source: null, problem: 'missing' });
    const other = withSource(PROPOSED, 'purchaseId', { column: 'id' });
    expect(rowOf(other, 'purchaseId')?.problem).toBe('unknownColumn');
  });

  it('leave columns over, which can become attributes of the customer’s own', () => {
    expect(unusedColumns(PROPOSED, COLUMNS)).toEqual(['Shop floor']);
    const own = ownFieldOf('Shop floor');
    expect(own).toBe('customData.Shop_floor');
    const mapped = withSource(PROPOSED, own, { column: 'Shop floor' });
    expect(unusedColumns(mapped, COLUMNS)).toEqual([]);
    expect(mappingRows('purchases', mapped, COLUMNS).at(-1)).toMatchObject({ field: own, problem: null, type: 'text' });
  });

  it('offer only fields that nothing fills', () => {
    const free = freeFields('purchases', PROPOSED);
    expect(free).toContain('currency');
    expect(free).not.toContain('totalAmount');
  });
});

describe('a value', () => {
  it('is read as its field takes it, and says why it cannot be', () => {
    const cells = ['o-1', '2025-03-01 10:00', '12,5', ''];
    const time = { source: { column: 'Created at' }, type: 'dateTime' } as const;
    expect(readValue(time, COLUMNS, cells)).toEqual({ text: '2025-03-01T10:00:00Z', problem: null });
    const total = readValue({ source: { column: 'Total' }, type: 'number' }, COLUMNS, cells);
    expect(total.text).toBe('12,5');
    expect(total.problem).toEqual({ code: 'cellNumber', params: { column: 'Total', cell: '12,5' } });
    expect(readValue({ source: { constant: 'EUR' }, type: 'text' }, COLUMNS, cells).text).toBe('EUR');
  });
});
