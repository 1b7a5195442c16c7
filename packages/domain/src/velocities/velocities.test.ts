import { describe, expect, it } from 'vitest';
import { SYSTEM_VELOCITY_SETS } from './system-sets.ts';
import { VELOCITY_SAMPLES } from './velocity-samples.ts';
import { VELOCITY_SOURCES, velocityPayload, velocitySourceKind } from './velocity-sources.ts';

describe('the events of velocities', () => {
  it('are named alone or with their assessment, whatever the letter case', () => {
    expect(velocitySourceKind({ assessment: 'purchase', observation: null })).toBe('purchase');
    expect(velocitySourceKind({ assessment: 'PURCHASESTATUS', observation: null })).toBe('purchaseStatus');
    expect(velocitySourceKind({ assessment: 'Purchase', observation: 'chargeback' })).toBe('chargeback');
    expect(velocitySourceKind({ assessment: 'Chargeback', observation: 'Purchase' })).toBeNull();
    expect(velocitySourceKind({ assessment: 'constructor', observation: null })).toBeNull();
  });

  it('carry the purchase they are about and what the rules made of it', () => {
    const ruleEvaluation = { decision: 'Reject', rule: 'R', clause: 'C', reason: '', environmentId: 'e' };
    expect(velocityPayload({ body: { a: 1 }, ruleEvaluation, about: { kind: 'purchase', body: { b: 2 } } })).toEqual({
      a: 1,
      ruleEvaluation: {
        decision: 'Reject',
        rule: 'R',
        ruleName: 'R',
        clause: 'C',
        clauseName: 'C',
        reason: '',
        environmentId: 'e',
      },
      purchase: { b: 2 },
    });
    expect(velocityPayload({ body: { a: 1 } })).toEqual({ a: 1 });
  });

  it('each have a sample', () => {
    expect(new Set(Object.keys(VELOCITY_SAMPLES))).toEqual(new Set(Object.values(VELOCITY_SOURCES)));
  });
});

describe('system sets', () => {
  it('have ids of their own', () => {
    const ids = SYSTEM_VELOCITY_SETS.flatMap(({ id, velocities }) => [id, ...velocities.map((each) => each.id)]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
