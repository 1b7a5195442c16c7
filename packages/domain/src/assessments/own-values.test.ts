import { describe, expect, it } from 'vitest';
import { filterValueOf, ownValuesOf, searchableFields, type SearchableField } from './own-values.ts';

const field = (path: string, type: SearchableField['type']): SearchableField => ({ path, friendlyName: '', type });

describe('values of own fields', () => {
  it('are kept in the form in which they are compared, those of another type left out', () => {
    const fields = [
      field('booking.hotel', 'string'),
      field('booking.nights', 'integer'),
      field('guest.mail', 'email'),
      field('paid', 'boolean'),
      field('at', 'datetime'),
      field('tags', 'array'),
      field('rooms.number', 'double'),
      field('wrong', 'integer'),
      field('empty', 'string'),
    ];
    const body = {
      booking: { hotel: ' Harbour Inn ', nights: 2 },
      guest: { mail: 'Ann@Shop.Example' },
      paid: false,
      at: '2026-03-14T10:00:00Z',
      tags: ['a', 7, 'a', { no: 'object' }],
      rooms: [{ number: 12.5 }, {}, { number: 14 }],
      wrong: 'two',
      empty: '  ',
    };
    expect(ownValuesOf(fields, body)).toEqual({
      'booking.hotel': ['Harbour Inn'],
      'booking.nights': [2],
      'guest.mail': ['ann@shop.example'],
      paid: [false],
      at: [Date.UTC(2026, 2, 14, 10)],
      tags: ['a', '7'],
      'rooms.number': [12.5, 14],
    });
    expect(ownValuesOf(fields, { booking: [] })).toBe(undefined);
  });

  it('are compared with what a filter names', () => {
    expect(filterValueOf('email', ' ANN@shop.example')).toBe('ann@shop.example');
    expect(filterValueOf('integer', '2.0')).toBe(2);
    expect(filterValueOf('double', 'much')).toBe(null);
    expect(filterValueOf('boolean', 'yes')).toBe(null);
    expect(filterValueOf('datetime', '2026-03-14T10:00:00Z')).toBe(Date.UTC(2026, 2, 14, 10));
  });

  it('are those of searchable fields, while the assessment is searched at all', () => {
    const sample = { friendlyName: '', sample: null, required: false };
    const fields = [
      { ...sample, path: 'a', type: 'string', searchable: true },
      { ...sample, path: 'b', type: 'string', searchable: false },
      { ...sample, path: 'c', type: 'object', searchable: true },
    ] as const;
    const features = { caseManagement: false, search: true, reporting: false };
    expect(searchableFields({ features, fields }).map(({ path }) => path)).toEqual(['a']);
    expect(searchableFields({ features: { ...features, search: false }, fields })).toEqual([]);
  });
});
