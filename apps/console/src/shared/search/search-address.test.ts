import type { SearchFilter } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import {
  aboutType,
  formatAddress,
  narrowedTo,
  parseAddress,
  takesGroup,
  withFilter,
  withFilterAt,
  withGroup,
  withGroupFilterAt,
  type SearchQuestion,
} from './search-address.ts';

const plain: SearchQuestion = parseAddress({});
const asked = (...filters: SearchFilter[]): SearchQuestion => ({ ...plain, filters });

describe('the address of a search', () => {
  it('is empty for the plain question', () => {
    expect(formatAddress(plain)).toEqual({});
    expect(plain).toEqual({
      eventType: 'purchase',
      includeChildren: true,
      range: { kind: 'preset', preset: '24h' },
      filters: [],
      condition: '',
    });
  });

  it('comes back as it went, whatever the values hold', () => {
    const question: SearchQuestion = {
      eventType: 'accountLogin',
      includeChildren: false,
      range: { kind: 'between', from: '2018-04-01T00:00:00.000Z', to: '2018-04-02T00:00:00.000Z' },
      filters: [
        { field: 'decision', operator: 'is', values: ['Reject', 'Review'] },
        { field: 'amount', operator: 'atLeast', values: ['220.5'] },
        { field: 'clause', operator: 'is', values: ['a~b;c%7E&d=é 漢', '100 %'] },
        { field: 'email', operator: 'isEmpty', values: [] },
      ],
      condition: '@"user.userId" == "a&b=c" && Velocity.tries(@"user.userId", 1d) > 3',
    };
    expect(parseAddress(formatAddress(question))).toEqual(question);
    const overTheWire = new URLSearchParams(formatAddress(question)).toString();
    expect(parseAddress(Object.fromEntries(new URLSearchParams(overTheWire)))).toEqual(question);
  });

  it('has groups of conditions, of which one holds', () => {
    const [reject, large, review]: SearchFilter[] = [
      { field: 'decision', operator: 'is', values: ['Reject'] },
      { field: 'amount', operator: 'atLeast', values: ['200'] },
      { field: 'clause', operator: 'is', values: ['a|b;c'] },
    ] as const;
    const grouped = withGroup(asked(reject, large), review);
    expect(grouped).toEqual({ ...plain, filters: [], anyOf: [[reject, large], [review]] });
    expect(formatAddress(grouped).or).toBe('decision~is~Reject;amount~atLeast~200|clause~is~a%7Cb%3Bc');
    expect(parseAddress(formatAddress(grouped))).toEqual(grouped);
    expect(withGroupFilterAt(grouped, 1, 1, large).anyOf?.[1]).toEqual([review, large]);
    // A single group is no choice.
    expect(withGroupFilterAt(grouped, 1, 0, undefined)).toEqual(asked(reject, large));
    expect(parseAddress({ where: 'country~is~DE', or: 'decision~is~Reject|nothing~is~1' })).toEqual(
      asked({ field: 'country', operator: 'is', values: ['DE'] }, reject),
    );
    expect(takesGroup(plain)).toBe(false);
    expect(takesGroup(asked(reject))).toBe(true);
    expect(takesGroup(Array.from({ length: 3 }, () => review).reduce(withGroup, grouped))).toBe(false);
    const own: SearchFilter = { field: 'own:customData.tier', operator: 'is', values: ['gold'] };
    expect(aboutType(withGroup(asked(reject), own), 'accountLogin').filters).toEqual([reject]);
  });

  it('has an order beside that of time, without a condition', () => {
    expect(parseAddress({ sort: '-amount' }).sort).toEqual({ field: 'amount', direction: 'descending' });
    expect(parseAddress({ sort: 'own:customData.points' }).sort).toEqual({
      field: 'own:customData.points',
      direction: 'ascending',
    });
    for (const sort of ['-amount', 'email', 'own:customData.points', 'eventTime'])
      expect(formatAddress(parseAddress({ sort }))).toEqual({ sort });
    for (const sort of ['-eventTime', 'nothing', '', '-']) expect(formatAddress(parseAddress({ sort }))).toEqual({});
    expect(parseAddress({ sort: '-amount', fql: '1 == 1' }).sort).toBeUndefined();
    expect(aboutType(parseAddress({ sort: 'own:customData.points' }), 'accountLogin').sort).toBeUndefined();
    expect(aboutType(parseAddress({ sort: 'email' }), 'accountLogin').sort?.field).toBe('email');
  });

  it('has a condition for kinds of events that rules are asked of', () => {
    expect(parseAddress({ fql: '1 == 1' }).condition).toBe('1 == 1');
    expect(parseAddress({ type: 'signUp', fql: '1 == 1' }).condition).toBe('');
  });

  it('can be read by a person', () => {
    expect(formatAddress(asked({ field: 'amount', operator: 'atLeast', values: ['200'] })).where).toBe(
      'amount~atLeast~200',
    );
  });

  it('leaves out conditions it cannot understand', () => {
    const where =
      'nothing~is~1;amount~is~many;amount~contains~2;decision~atLeast~3;email~is;email~is~%E0%A4%A;userId~is~u1';
    expect(parseAddress({ where }).filters).toEqual([{ field: 'userId', operator: 'is', values: ['u1'] }]);
  });

  it('joins values asked of the same field', () => {
    const first = asked({ field: 'country', operator: 'is', values: ['DE'] });
    expect(withFilter(first, { field: 'country', operator: 'is', values: ['DK', 'DE'] }).filters).toEqual([
      { field: 'country', operator: 'is', values: ['DE', 'DK'] },
    ]);
  });

  it('narrows a field to one value and leaves the others alone', () => {
    const question = asked(
      { field: 'country', operator: 'is', values: ['DE', 'DK'] },
      { field: 'amount', operator: 'atLeast', values: ['10'] },
    );
    expect(narrowedTo(question, 'country', 'DK').filters).toEqual([
      { field: 'amount', operator: 'atLeast', values: ['10'] },
      { field: 'country', operator: 'is', values: ['DK'] },
    ]);
    expect(narrowedTo(plain, 'clause', null).filters).toEqual([{ field: 'clause', operator: 'isEmpty', values: [] }]);
  });

  it('replaces and removes the condition at a place', () => {
    const question = asked(
      { field: 'country', operator: 'is', values: ['DE'] },
      { field: 'userId', operator: 'is', values: ['u1'] },
    );
    const other: SearchFilter = { field: 'userId', operator: 'is', values: ['u2'] };
    expect(withFilterAt(question, 1, other).filters[1]).toEqual(other);
    expect(withFilterAt(question, 0, undefined).filters).toEqual([question.filters[1]]);
  });

  it('keeps conditions on own fields, and leaves them behind where other events are asked for', () => {
    const where = 'own%3Abooking.hotel~is~Old%20Mill;amount~atLeast~2';
    const question = parseAddress({ type: 'assessment-1', where });
    expect(question.filters[0]).toEqual({ field: 'own:booking.hotel', operator: 'is', values: ['Old Mill'] });
    expect(formatAddress(question)).toEqual({ type: 'assessment-1', where });
    expect(formatAddress(aboutType(question, 'purchase'))).toEqual({ where: 'amount~atLeast~2' });
    expect(parseAddress({ where }).filters.map(({ field }) => field)).toEqual(['own:booking.hotel', 'amount']);
  });
});
