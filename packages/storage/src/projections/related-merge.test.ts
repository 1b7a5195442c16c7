import { relatedSchema } from '@redoubt/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelatedFacts } from '../log/log-event.ts';
import { fraudLabelOf, mergeRelated, NO_FACTS, verdictOf, type MergedFacts } from './related-merge.ts';

const SUBJECT = { kind: 'purchase', id: 'p' } as const;
const SCHEMA = relatedSchema('accountUpdate');

const said = (body: RelatedFacts['body'], merchantTimeStamp: string | null, trackingId = 't'): RelatedFacts => ({
  subject: SUBJECT,
  merchantTimeStamp,
  trackingId,
  body,
});

const merge = (facts: readonly RelatedFacts[]): MergedFacts =>
  facts.reduce((merged, one) => mergeRelated(merged, one, 0, SCHEMA), NO_FACTS);

const anyFacts = fc.record({
  subject: fc.constant(SUBJECT),
  merchantTimeStamp: fc.constantFrom(
    '2026-01-01T00:00:00Z',
    '2026-01-01T01:00:00+01:00',
    '2026-01-01T00:00:00.1234567Z',
    '2026-01-01T00:00:00.1234568Z',
    '1969-12-31T23:59:59Z',
  ),
  trackingId: fc.constantFrom('a', 'b'),
  body: fc.record(
    {
      statusType: fc.constantFrom('x', 'y', 1, null),
      amount: fc.constantFrom(1, 2, [1], { a: 1 }, { b: 1 }),
      user: fc.dictionary(fc.constantFrom('userId', 'language', 'a/b'), fc.constantFrom('x', 'y', null)),
      customData: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(1, 2)),
    },
    { requiredKeys: [] },
  ),
}) satisfies fc.Arbitrary<RelatedFacts>;

describe('merging what several events say about one thing', () => {
  it('comes to the same result in any order of arrival', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyFacts, { maxLength: 6 })
          .chain((facts) => fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length }))),
        ([facts, shuffled]) => {
          expect(merge(shuffled)).toEqual(merge(facts));
        },
      ),
    );
  });

  it('changes nothing when an event arrives again', () => {
    fc.assert(
      fc.property(fc.array(anyFacts, { maxLength: 6 }), (facts) => {
        expect(merge([...facts, ...facts])).toEqual(merge(facts));
      }),
    );
  });

  it('keeps a field that a later event leaves out or sends as null', () => {
    const merged = merge([
      said({ statusType: 'Approved', reason: 'Safelist' }, '2026-01-01T00:00:00Z'),
      said({ statusType: 'Rejected', reason: null }, '2026-01-02T00:00:00Z'),
    ]);
    expect(merged.body).toEqual({ statusType: 'Rejected', reason: 'Safelist' });
  });

  it('merges the objects of a schema member by member, and takes what it does not know as one value', () => {
    const merged = merge([
      said(
        { user: { userId: 'u', language: 'DE' }, email: [{ emailValue: 'a' }], own: { a: 1 } },
        '2026-01-01T00:00:00Z',
      ),
      said({ user: { language: 'FR' }, email: [{ emailValue: 'b' }], own: { b: 1 } }, '2026-01-02T00:00:00Z'),
    ]);
    expect(merged.body).toEqual({
      user: { userId: 'u', language: 'FR' },
      email: [{ emailValue: 'b' }],
      own: { b: 1 },
    });
  });

  it('tells times apart below the millisecond', () => {
    const merged = merge([
      said({ statusType: 'new' }, '2026-01-01T00:00:00.1234568Z'),
      said({ statusType: 'old' }, '2026-01-01T00:00:00.1234567Z'),
    ]);
    expect(merged.body.statusType).toBe('new');
  });
});

describe('the fraud label of a purchase', () => {
  const label = (body: RelatedFacts['body']) => merge([said(body, null)]);

  it('is none without a label and fraud where a label does not say otherwise', () => {
    expect(fraudLabelOf([])).toBe('None');
    expect(verdictOf({})).toBe('Fraud');
  });

  it('is what the newest label says', () => {
    const found = label({ isFraud: true, eventTimeStamp: '2026-01-01T00:00:00Z' });
    const reversed = label({ isFraud: false, labelState: 'Reversed', eventTimeStamp: '2026-01-05T00:00:00Z' });
    expect(fraudLabelOf([reversed, found])).toBe('NonFraud');
    expect(fraudLabelOf([found, reversed])).toBe('NonFraud');
  });

  it('goes by when a label was found, not by when it was sent', () => {
    const merged = merge([
      said({ isFraud: false, eventTimeStamp: '2026-01-05T00:00:00Z' }, '2026-01-06T00:00:00Z'),
      said({ isFraud: true, eventTimeStamp: '2026-01-01T00:00:00Z' }, '2026-01-07T00:00:00Z'),
    ]);
    expect(fraudLabelOf([merged])).toBe('NonFraud');
  });

  it.each(['FalsePositive', 'reversed'])('is taken back by the state %s', (labelState) => {
    expect(verdictOf({ isFraud: true, labelState })).toBe('NonFraud');
  });
});
