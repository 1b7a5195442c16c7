import type { VelocitySetText } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { addVelocity, EDITED_VELOCITY_SETS, editedVelocitySetOf, wireTextOf, withCode } from './edited-velocity-set.ts';
import { blankCode, newEditedVelocitySet } from './new-velocity-set.ts';

const WIRE: VelocitySetText = {
  condition: 'WHEN true',
  velocities: [{ id: 'a', code: 'SELECT Count() AS first FROM Purchase GROUPBY "all"' }],
  sampleEvent: 'chargeback',
  samplePayload: { amount: 1 },
};

describe('the text of a set', () => {
  it('names velocities by their own code, and comes back as it was', () => {
    const text = editedVelocitySetOf(WIRE);
    expect(text.clauses).toMatchObject([{ id: 'a', name: 'first' }]);
    expect(wireTextOf(text)).toEqual(WIRE);
  });

  it('takes a name along when code changes, and has none while there is none', () => {
    const renamed = withCode(editedVelocitySetOf(WIRE), 'a', 'SELECT Count() AS second FROM Purchase GROUPBY "all"');
    expect(renamed.clauses[0]?.name).toBe('second');
    expect(withCode(renamed, 'a', 'SELECT').clauses[0]?.name).toBe('');
    expect(withCode(renamed, 'condition', '')).toMatchObject({ condition: '', sampleEvent: 'chargeback' });
  });

  it('grows by velocities with names that are free', () => {
    const code = blankCode(['velocity1', 'VELOCITY2']);
    expect(code).toContain('AS velocity3');
    expect(addVelocity(editedVelocitySetOf(WIRE), 'b', code).clauses.map(({ name }) => name)).toEqual([
      'first',
      'velocity3',
    ]);
    expect(newEditedVelocitySet([code], () => 'n')).toMatchObject({
      velocities: [{ id: 'n', code }],
      sampleEvent: 'purchase',
    });
  });

  it('differs where only the event of the sample does', () => {
    const text = editedVelocitySetOf(WIRE);
    expect(EDITED_VELOCITY_SETS.sameText(text, editedVelocitySetOf(WIRE))).toBe(true);
    expect(EDITED_VELOCITY_SETS.sameText(text, { ...text, sampleEvent: 'label' })).toBe(false);
  });
});
