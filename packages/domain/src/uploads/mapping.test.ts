import { describe, expect, it } from 'vitest';
import { createRowMapper } from '../event-maps/row-mapper.ts';
import { EVENT_DATA_SET_NAMES, dataSetFields } from './data-sets.ts';
import { columnOfPath, eventMapOf, mappingProblems, suggestMapping } from './mapping.ts';
import { shapeLine } from './shape-line.ts';

it('the column of what is wrong with an event is found by the place that the check names', () => {
  const mapping = [{ field: 'productList[0].sku', source: { column: 'SKU' } }];
  expect(columnOfPath(mapping, '$.productList[3].sku')).toBe('SKU');
  expect(columnOfPath(mapping, '$.currency')).toBeNull();
});

describe('what names of columns propose', () => {
  it('is a whole mapping for a file as shops export it', () => {
    const columns = ['Order ID', 'Created at', 'Total', 'Currency', 'Customer ID', 'Email', 'BillingAddressCity'];
    const mapping = suggestMapping('purchases', columns);
    expect(mappingProblems('purchases', mapping, columns)).toEqual([]);
    const mapRow = createRowMapper(eventMapOf('purchases', mapping), columns);
    expect(mapRow(['o-1', '2025-03-01 10:00', '12.5', 'EUR', 'u-1', 'a@mail.example', '']).event).toEqual({
      purchaseId: 'o-1',
      merchantLocalDate: '2025-03-01T10:00:00Z',
      totalAmount: 12.5,
      currency: 'EUR',
      user: { userId: 'u-1', email: 'a@mail.example' },
      _metadata: { merchantTimeStamp: '2025-03-01T10:00:00Z' },
    });
  });

  it('leaves out half of an object that would keep the file from being used', () => {
    const columns = ['purchaseId', 'time', 'ip'];
    const mapping = suggestMapping('purchases', columns);
    expect(mapping.some(({ field }) => field.startsWith('deviceContext'))).toBe(false);
    expect(mappingProblems('purchases', mapping, columns)).toEqual([]);
  });

  it('finds the fields of every data set by their paths, and their events are taken', () => {
    for (const dataSet of EVENT_DATA_SET_NAMES) {
      const columns = dataSetFields(dataSet)
        // An address has no field that each needs, and needs one.
        .filter(({ required, path }) => required || path === 'addressList[0].type')
        .map(({ path }) => path);
      const mapping = suggestMapping(dataSet, columns);
      expect([dataSet, mappingProblems(dataSet, mapping, columns)]).toEqual([dataSet, []]);
      const cells = columns.map((path) => (/date|time/i.test(path) ? '2025-03-01T10:00:00Z' : 'x'));
      const { event } = createRowMapper(eventMapOf(dataSet, mapping), columns)(cells);
      const wrong = shapeLine(dataSet, event).filter(({ missing }) => missing);
      expect([dataSet, wrong]).toEqual([dataSet, []]);
    }
  });
});
