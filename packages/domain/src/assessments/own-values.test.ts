import { describe, expect, it } from 'vitest';
import { filterValueOf, firstTextAt, ownValuesOf, searchableFields, type SearchableField } from './own-values.ts';

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

  it('count as what they say, whatever type they were sent as', () => {
    const fields = [
      field('text', 'string'),
      field('number', 'double'),
      field('yes', 'boolean'),
      field('at', 'datetime'),
    ];
    const of = (value: string | number | boolean) =>
      ownValuesOf(fields, { text: value, number: value, yes: value, at: value });
    expect(of(' 12.5 ')).toEqual({ text: ['12.5'], number: [12.5] });
    expect(of(7)).toEqual({ text: ['7'], number: [7] });
    expect(of('TRUE')).toEqual({ text: ['TRUE'], yes: [true] });
    expect(of('2026-03-14')).toEqual({ text: ['2026-03-14'], at: [Date.UTC(2026, 2, 14)] });
    expect(of('2026-03-14 10:00')).toEqual({ text: ['2026-03-14 10:00'], at: [Date.UTC(2026, 2, 14, 10)] });
    expect(of('1e999')).toEqual({ text: ['1e999'] });
  });

  it('stand at their path whatever its letter case, the exact spelling first', () => {
    const fields = [field('customData.tier', 'string')];
    expect(ownValuesOf(fields, { customData: { Tier: 'gold' } })).toEqual({ 'customData.tier': ['gold'] });
    expect(ownValuesOf(fields, { customData: { TIER: 'a', tier: 'b' } })).toEqual({ 'customData.tier': ['b'] });
    expect(ownValuesOf(fields, { customData: null })).toBe(undefined);
  });

  it('are first that of the first place that has one, among as many as are kept', () => {
    const names = ['list', 'type'];
    expect(firstTextAt({ LIST: [{ type: null }, { other: 1 }, { Type: [' ', 5] }, { type: 'late' }] }, names)).toBe(
      '5',
    );
    expect(firstTextAt({ list: { type: true } }, names)).toBe('true');
    expect(firstTextAt({ list: [[{ type: {} }], 'text'] }, names)).toBe('');
    const many = (blanks: number) => ({
      list: [...Array.from({ length: blanks }, () => ({ type: '' })), { type: 'x' }],
    });
    expect([firstTextAt(many(19), names), firstTextAt(many(20), names)]).toEqual(['x', '']);
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
