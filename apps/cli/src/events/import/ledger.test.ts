import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLedger, NOTHING_DONE, type Refusal, type RowResult } from './ledger.ts';

const result = fc.record({
  decision: fc.constantFrom('Approve' as const, 'Reject' as const, null),
  hasLabel: fc.boolean(),
  refusals: fc.array(fc.constant<Refusal>({ row: 1, event: 'label', status: 400, message: 'no' }), { maxLength: 1 }),
});

const totalsOf = (results: readonly RowResult[], order: readonly number[]) => {
  const ledger = createLedger(NOTHING_DONE, () => undefined);
  for (const index of order) ledger.finish(index + 1, results[index] as RowResult);
  return ledger.totals();
};

describe('ledger', () => {
  it('counts the same whatever the order in which answers come', () => {
    fc.assert(
      fc.property(
        fc.array(result, { maxLength: 30 }).chain((results) =>
          fc.tuple(
            fc.constant(results),
            fc.shuffledSubarray(
              results.map((_, index) => index),
              { minLength: results.length },
            ),
          ),
        ),
        ([results, order]) => {
          const inOrder = results.map((_, index) => index);
          expect(totalsOf(results, order)).toEqual(totalsOf(results, inOrder));
        },
      ),
    );
  });

  it('stands still at a gap, so that the next run sends the missing row again', () => {
    const refusals: Refusal[] = [];
    const ledger = createLedger({ ...NOTHING_DONE, rows: 10 }, (refusal) => refusals.push(refusal));
    const refused: Refusal = { row: 12, event: 'purchase', status: 400, message: 'no' };
    ledger.finish(12, { decision: null, hasLabel: false, refusals: [refused] });
    expect(ledger.totals()).toMatchObject({ rows: 10, refused: 0 });
    expect(refusals).toEqual([]);
    ledger.finish(11, { decision: 'Approve', hasLabel: true, refusals: [] });
    expect(ledger.totals()).toEqual({ rows: 12, labels: 1, refused: 1, decisions: { Approve: 1 } });
    expect(refusals).toEqual([refused]);
  });
});
